// category: cooperative-launch
// mistake: a cooperative launch with far more blocks than can be resident together
// line: 23
// cure: ask cudaOccupancyMaxActiveBlocksPerMultiprocessor and loop over the data with a grid stride
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void spread(int *x, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = 2 * i;
    cg::this_grid().sync();
    if (i < n) y[i] = x[n - 1 - i];
}

int main()
{
    int n = 5000 * 1024, *x, *y, h = -1;
    cudaMalloc(&x, n * sizeof(int));
    cudaMalloc(&y, n * sizeof(int));
    void *args[] = {&x, &y, &n};
    cudaError_t e = cudaLaunchCooperativeKernel((void *)spread, dim3(n / 1024), dim3(1024), args, 0, 0);  // MISTAKE
    printf("%s\n", cudaGetErrorName(e));
    if (e == cudaSuccess) cudaMemcpy(&h, y, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(y);
    return h != 2 * (n - 1);
}

// expected:
// emu: launch of spread refused (cudaErrorCooperativeLaunchTooLarge): a cooperative launch of 5000 blocks, but only 2 x 132 fit at once
//   at      emu/tests/mistakes/bad/cooperative_too_large.cu:23
// exit status 1
