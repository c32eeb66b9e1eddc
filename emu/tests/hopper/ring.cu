// SPDX-License-Identifier: MIT
//
// A ring of stages as GEMMs on Hopper have it: one warp loads, two groups of warps compute; blocks
// of a cluster share what one of them loads; persistent blocks; the result leaves by the copy
// engine.
//
// Block i of a cluster of 2 adds, for each of its tiles, its own k boxes of A, and k boxes of B
// that both need, of which each loads half for both.
#include "hopper.h"

const int ROWS = 32, COLS = 32, STAGES = 3, KS = 7, TILES = 2, CLUSTER = 2, CLUSTERS = 3;
const int BOX = ROWS * COLS, GROUP = 128, LOADERS = 32;
const int ALL = TILES * CLUSTER * CLUSTERS; // tiles of C

struct stage {
    float a[BOX], b[BOX];
};

struct state {
    struct stage stages[STAGES];
    float c[BOX];
    uint64_t full[STAGES], empty[STAGES];
};

static __device__ void load_tiles(struct state *s, const CUtensorMap *a, const CUtensorMap *b,
                                  int first)
{
    const int rank = cluster_ctarank();
    int slot = 0, parity = 0;
    for (int tile = first; tile < ALL; tile += CLUSTERS * CLUSTER)
        for (int k = 0; k < KS; k++) {
            struct stage *stage = &s->stages[slot];
            mbarrier_wait_parity_cluster(&s->empty[slot], parity ^ 1);
            mbarrier_arrive_expect_tx(&s->full[slot], sizeof *stage);
            tma_load_2d(stage->a, a, &s->full[slot], k * COLS, tile * ROWS);
            tma_load_2d_multicast(stage->b + rank * BOX / 2, b, &s->full[slot], k * COLS,
                                  tile / CLUSTER * ROWS + rank * ROWS / 2, 3);
            slot = (slot + 1) % STAGES;
            parity ^= slot == 0;
        }
}

static __device__ void add_tiles(struct state *s, const CUtensorMap *c, int first)
{
    const int t = threadIdx.x - LOADERS;
    int slot = 0, parity = 0;
    for (int tile = first; tile < ALL; tile += CLUSTERS * CLUSTER) {
        float sum[4] = {0};
        for (int k = 0; k < KS; k++) {
            const struct stage *stage = &s->stages[slot];
            mbarrier_wait_parity_cluster(&s->full[slot], parity);
            for (int i = 0; i < 4; i++)
                sum[i] += stage->a[4 * t + i] + 2 * stage->b[4 * t + i];
            fence_proxy_async(); // the next boxes come through the other proxy, some from a peer
            // One thread of a group signals each block of the cluster.
            asm volatile("barrier.cta.sync.aligned %0, %1;" ::"r"(1 + t / GROUP), "r"(GROUP));
            if (t % GROUP < CLUSTER)
                mbarrier_arrive_cluster(&s->empty[slot], t % GROUP);
            slot = (slot + 1) % STAGES;
            parity ^= slot == 0;
        }
        if (t == 0)
            bulk_wait_group_read(0);
        asm volatile("barrier.cta.sync.aligned %0, %1;" ::"r"(3), "r"(2 * GROUP));
        for (int i = 0; i < 4; i++)
            s->c[4 * t + i] = sum[i];
        fence_proxy_async();
        asm volatile("barrier.cta.sync.aligned %0, %1;" ::"r"(3), "r"(2 * GROUP));
        if (t == 0) {
            tma_store_2d(c, s->c, 0, tile * ROWS);
            bulk_commit_group();
        }
    }
    if (t == 0)
        bulk_wait_group_read(0);
}

__global__ void __launch_bounds__(LOADERS + 2 * GROUP, 1)
    ring(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
         const __grid_constant__ CUtensorMap c)
{
    extern __shared__ __align__(128) unsigned char memory[];
    struct state *s = (struct state *)memory;
    if (threadIdx.x == 0) {
        for (int i = 0; i < STAGES; i++) {
            mbarrier_init(&s->full[i], 1);
            mbarrier_init(&s->empty[i], CLUSTER * 2);
        }
        fence_mbarrier_init();
    }
    barrier_cluster_sync();
    if (threadIdx.x < LOADERS) {
        if (threadIdx.x == 0)
            load_tiles(s, &a, &b, blockIdx.x);
    } else {
        add_tiles(s, &c, blockIdx.x);
    }
    barrier_cluster_sync();
}

int main()
{
    float *a = numbers(ALL * KS * BOX), *b = numbers(ALL / CLUSTER * KS * BOX),
          *c = zeros(ALL * BOX);
    const CUtensorMap map_a = map_f32(a, KS * COLS, ALL * ROWS, COLS, ROWS),
                      map_b = map_f32(b, KS * COLS, ALL / CLUSTER * ROWS, COLS, ROWS / 2),
                      map_c = map_f32(c, COLS, ALL * ROWS, COLS, ROWS);
    cudaFuncSetAttribute(ring, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(struct state));
    cudaLaunchAttribute cluster;
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = CLUSTER;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(CLUSTER * CLUSTERS);
    config.blockDim = dim3(LOADERS + 2 * GROUP);
    config.dynamicSmemBytes = sizeof(struct state);
    config.attrs = &cluster;
    config.numAttrs = 1;
    if (cudaLaunchKernelEx(&config, ring, map_a, map_b, map_c) != cudaSuccess)
        printf("not launched: %s\n", cudaGetErrorString(cudaGetLastError()));
    const int bad = wrong("ring", c, ALL * BOX, [](int i) {
        const int tile = i / BOX, row = i / COLS % ROWS, col = i % COLS;
        float sum = 0;
        for (int k = 0; k < KS; k++) {
            const float of_a = (tile * ROWS + row) * KS * COLS + k * COLS + col + 1,
                        of_b = (tile / CLUSTER * ROWS + row) * KS * COLS + k * COLS + col + 1;
            sum += of_a + 2 * of_b;
        }
        return sum;
    });
    cudaFree(a);
    cudaFree(b);
    return bad != 0;
}
