// category: cooperative-launch
// shows: cooperative launch with as many blocks as fit, grid.sync() between the phases
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void two_phases(const int *x, int *part, int *out, int n)
{
    cg::grid_group grid = cg::this_grid();
    int s = 0;
    for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size()) s += x[i];
    part[grid.thread_rank()] = s;
    grid.sync();
    if (grid.thread_rank() == 0) {
        s = 0;
        for (int k = 0; k < (int)grid.size(); ++k) s += part[k];
        *out = s;
    }
}

int main()
{
    int n = 3000, per_sm = 0, sms = 0, coop = 0, *x, *part, *out, r = 0;
    static int h[3000];
    for (int i = 0; i < n; ++i) h[i] = 2;
    cudaDeviceGetAttribute(&coop, cudaDevAttrCooperativeLaunch, 0);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    if (!coop) { puts("no cooperative launch here, skipped"); return 0; }
    if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, two_phases, 64, 0) != cudaSuccess) return 2;
    int blocks = per_sm * sms < 10 ? per_sm * sms : 10;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&part, blocks * 64 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    void *args[] = {&x, &part, &out, &n};
    cudaError_t e = cudaLaunchCooperativeKernel((void *)two_phases, dim3(blocks), dim3(64), args, 0, nullptr);
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    cudaMemcpy(&r, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    cudaFree(x); cudaFree(part); cudaFree(out);
    return r != 2 * n;
}
