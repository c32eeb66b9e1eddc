// expect: ok
// SPDX-License-Identifier: MIT
//
// A cooperative launch: all blocks meet at grid.sync().
#include "../headers/check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void rotate(int *data, int *other, int n, int steps)
{
    cg::grid_group grid = cg::this_grid();
    const int i = (int)grid.thread_rank();
    for (int s = 0; s < steps; s++) {
        if (i < n)
            other[(i + 1) % n] = data[i] + 1;
        grid.sync();
        int *swap = data;
        data = other;
        other = swap;
    }
}

int main()
{
    int n = 4 * 64, steps = 6, host[4 * 64];
    for (int i = 0; i < n; i++)
        host[i] = i;
    int *data, *other;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&other, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    void *arguments[] = {&data, &other, &n, &steps};
    HOST_CHECK(cudaLaunchCooperativeKernel(rotate, 4, 64, arguments) == cudaSuccess);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        HOST_CHECK(host[i] == (i - steps + n) % n + steps);
    const int failed = check_result();
    cudaFree(data);
    cudaFree(other);
    return failed;
}
