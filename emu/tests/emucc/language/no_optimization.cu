// expect: ok output "10"
// flags: -O0 -g
#include <cstdio>

__global__ void sum(int *out)
{
    __shared__ int item[4];
    item[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    if (threadIdx.x == 0)
        *out = item[0] + item[1] + item[2] + item[3];
}

int main()
{
    int *out;
    cudaMallocManaged(&out, sizeof(int));
    sum<<<1, 4>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    cudaFree(out);
}
