// category: cooperative-launch
// mistake: grid.sync() in a kernel started with <<< >>>
// line: 14
// cure: start it with cudaLaunchCooperativeKernel
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void two_phases(int *x, int *y, int n)
{
    cg::grid_group grid = cg::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = i;
    grid.sync();        // MISTAKE
    y[i] = x[n - 1 - i];
}

int main()
{
    const int n = 256;
    int h[n] = {0}, *x, *y;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&y, sizeof(h));
    cudaMemset(y, 0, sizeof(h));
    two_phases<<<4, 64>>>(x, y, n);
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(e));
    cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(y);
    return h[0] != n - 1;
}

// expected:
// emu: grid.sync() in a kernel that was not launched cooperatively
//   at      emu/tests/mistakes/bad/cooperative_plain_launch.cu:14
//   kernel  two_phases<<<(4,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   cure    launch the kernel with cudaLaunchCooperativeKernel
// emu: 1 kind of mistake, once; first: barrier at emu/tests/mistakes/bad/cooperative_plain_launch.cu:14
// exit status 1
