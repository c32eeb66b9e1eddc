// expect: error 4 "variable length array"
__global__ void count(int *out, int n)
{
    __shared__ int items[n];
    *out = items[0];
}

int main() { count<<<1, 1>>>(nullptr, 1); }
