// category: cluster-end
// mistake: block 0 has one piece more than block 1, and sends it after block 1 has ended
// line: 26 30
// cure: as many rounds in both blocks, or barrier_cluster_sync() at the end
#include "../../hopper/hopper.h"

const int N = 64;

// Each block adds up its pieces, and says in both blocks when it has read one.
__global__ void __cluster_dims__(2, 1, 1) add_up(const float *in, float *out, int pieces)
{
    __shared__ __align__(8) uint64_t read;
    const int rank = cluster_ctarank(), t = threadIdx.x;
    const int mine = (pieces + 1 - rank) / 2;
    if (t == 0) {
        mbarrier_init(&read, 2);
        fence_mbarrier_init();
    }
    barrier_cluster_sync();

    float sum = 0;
    for (int i = 0; i < mine; i++) {
        sum += in[(2 * i + rank) * N + t];
        __syncthreads();
        if (t < 2)
            mbarrier_arrive_cluster(&read, t); // MISTAKE
        if (t == 0 && i + 1 < mine)
            mbarrier_wait_parity_cluster(&read, i % 2);
    }
    out[rank * N + t] = sum;
}

int main()
{
    const int pieces = 3;
    float *in = numbers(pieces * N), *out = zeros(2 * N);
    add_up<<<2, N>>>(in, out, pieces);
    cudaDeviceSynchronize();
    cudaFree(in);
    return wrong("out", out, 2 * N, [](int i) { return i < N ? 2 * i + 2 * N + 2 : i + 1; }) != 0;
}

// expected:
// emu: arrival at an mbarrier of block 1 of the cluster, which has ended
//   at      emu/tests/mistakes/bad/cluster_leaves_after_own_work.cu:26
//   kernel  add_up<<<(2,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (1,0,0): warp 0, lane 1
//   cure    call cluster.sync() at the end of the kernel: a block's shared memory exists only until the block ends
// emu: 1 kind of mistake, once; first: mbarrier at emu/tests/mistakes/bad/cluster_leaves_after_own_work.cu:26
// exit status 1
