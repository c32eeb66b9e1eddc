// category: cluster-end
// mistake: a box is sent to both blocks, and one of them ends without waiting for it
// line: 20 24
// cure: send it to block 0 only, or let all threads of both wait
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void __cluster_dims__(2, 1, 1) copy(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
        mbarrier_arrive_expect_tx(&full, sizeof tile);
    }
    barrier_cluster_sync();
    if (cluster_ctarank() == 0 && threadIdx.x == 0)
        tma_load_2d_multicast(tile, &map, &full, 0, 0, 3); // MISTAKE

    if (cluster_ctarank() == 1)
        return;
    mbarrier_wait_parity_cluster(&full, 0);
    out[threadIdx.x] = tile[threadIdx.x];
}

int main()
{
    float *in = numbers(N), *out = zeros(N);
    const CUtensorMap map = map_f32(in, N, 1, N, 1);
    copy<<<2, N>>>(map, out);
    cudaFree(in);
    return wrong("out", out, N, [](int i) { return i + 1; }) != 0;
}

// expected:
// emu: TMA load to block 1 of the cluster, which has ended
//   at      emu/tests/mistakes/bad/cluster_leaves_before_load.cu:20
//   kernel  copy<<<(2,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   cure    call cluster.sync() at the end of the kernel: a block's shared memory exists only until the block ends
// emu: 1 kind of mistake, once; first: cluster at emu/tests/mistakes/bad/cluster_leaves_before_load.cu:20
// exit status 1
