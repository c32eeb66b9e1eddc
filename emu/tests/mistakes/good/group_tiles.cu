// category: syncwarp-mask
// shows: tiles of 8 threads reduce and synchronise by themselves, also in a branch only some tiles take
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void tile_sums(const int *x, int *out)
{
    __shared__ int s[64];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
    int t = block.thread_rank(), v = x[t];
    if (t / 8 % 2 == 0) {
        for (int d = tile.size() / 2; d > 0; d /= 2) v += tile.shfl_down(v, d);
        v = tile.shfl(v, 0);
    } else {
        s[t] = v;
        tile.sync();
        v = s[t / 8 * 8 + 7 - tile.thread_rank()];
    }
    block.sync();
    out[t] = v;
}

int main()
{
    int h[64], r[64], *x, *out, wrong = 0;
    for (int i = 0; i < 64; ++i) h[i] = i;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&out, sizeof(r));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    tile_sums<<<1, 64>>>(x, out);
    cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; ++i) {
        int first = i / 8 * 8;
        wrong += r[i] != (first / 8 % 2 == 0 ? 8 * first + 28 : first + 7 - i % 8);
    }
    printf("%d wrong\n", wrong);
    cudaFree(x);
    cudaFree(out);
    return wrong;
}
