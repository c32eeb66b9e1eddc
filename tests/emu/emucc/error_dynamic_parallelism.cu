// expect: error 7 "dynamic parallelism"
__global__ void child(int *out) { *out = 1; }

__global__ void parent(int *out)
{
    if (threadIdx.x == 0)
        child<<<1, 1>>>(out);
}

int main() { parent<<<1, 1>>>(nullptr); }
