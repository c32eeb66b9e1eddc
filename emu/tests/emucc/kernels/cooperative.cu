// expect: ok output "3 3"
// Kernels given as addresses, with and without a cast.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

template <class T> __global__ void run(T *out, int n)
{
    cg::grid_group grid = cg::this_grid();
    if (grid.thread_rank() == 0)
        *out = n;
    grid.sync();
}
__global__ void store(int *out, int n) { *out = n; }

int main()
{
    int *out, n = 3;
    cudaMallocManaged(&out, 2 * sizeof(int));
    void *arguments[] = {&out, &n};
    cudaLaunchCooperativeKernel((void *)run<int>, dim3(2), dim3(32), arguments);
    int *second = out + 1;
    arguments[0] = &second;
    cudaLaunchKernel(reinterpret_cast<const void *>(&store), 1, 1, arguments, 0, 0);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[1]);
    cudaFree(out);
}
