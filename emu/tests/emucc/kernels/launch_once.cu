// expect: ok output "1 1 1 5"
// Configuration and arguments are computed once, on the host, whatever the number of threads; a
// change of the variable after the launch is not seen.
#include <cstdio>

static int grids, arguments, kernels;
static int grid() { return ++grids, 2; }
static int argument() { return ++arguments, 5; }
__global__ void store(int *out, int value)
{
    value += threadIdx.x; // each thread has its own copy
    if (blockIdx.x == 1 && threadIdx.x == 0)
        *out = value;
}
typedef void (*kernel)(int *, int);
static kernel choose() { return ++kernels, store; }

int main()
{
    int *out, value = argument();
    cudaMallocManaged(&out, sizeof(int));
    store<<<grid(), 64>>>(out, value);
    value = 7;
    cudaDeviceSynchronize();
    choose()<<<1, 1>>>(out + 0, value);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", grids, arguments, kernels, *out);
    cudaFree(out);
}
