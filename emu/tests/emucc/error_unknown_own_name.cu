// expect: error 2 "was not declared in this scope"
__global__ void run(int *out) { *out = cuda_total; }

int main() {}
