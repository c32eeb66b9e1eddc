// SPDX-License-Identifier: MIT
//
// tuned_split.h: few tiles and a long k: the blocks of a cluster share a tile of C, each one part
// of k, and add their sums in each other's shared memory. Included by a file that has said before
//
//     NAME        how the kernels' names begin
//     WIDE        columns of the tile that an instruction multiplies at once: 16, 32, 64 or 128
//     BF16        true or false
//
// Roles may be swapped: then the tile's 128 rows run along n of C and its WIDE columns along m, as
// if C transposed were asked for. A product of few rows does not waste most of an instruction so.
#include "../../common/device/cuda_check.h"
#include "../../common/device/ptx/cluster.h"
#include "../../common/device/ptx/warpgroup.h"
#include "../parts/ring.h"
#include "../parts/shared.h"
#include "../parts/store.h"
#include "tuned.h"

enum { BM = TUNED_SPLIT_ROWS, PARTS = BM / 64 };
enum { STAGES = WIDE < 64 ? 8 : WIDE < 128 ? 6 : 5 };
enum { THREADS = HOPPER_WARPGROUP + 32 };

// MN-major a tile is 64 wide at least.
enum { B_ROWS = WIDE < 64 ? 64 : WIDE };
struct stage {
    unsigned char A[BM * HOPPER_ROW], B[B_ROWS * HOPPER_ROW];
};
struct ring {
    struct stage stages[STAGES];
    uint64_t full[STAGES], empty[STAGES];
};

// A block's sums, for the others: element `value` of thread `thread`; neighbours are neighbours.
struct sums {
    float of[PARTS * WIDE / 2][HOPPER_WARPGROUP];
};

// One thread. A tile comes whole, but for rows of B that no instruction reads.
static __device__ __forceinline__ void load(const struct split_params *p, struct ring *ring,
                                            struct operand_tile a_tile, struct operand_tile b_tile,
                                            int row, int col, int begin, int end)
{
    const int bytes = (BM + (b_tile.k_major ? (int)WIDE : (int)B_ROWS)) * HOPPER_ROW;
    struct ring_place at = {0, 1};
    for (int k_tile = begin; k_tile < end; k_tile++) {
        struct stage *const s = &ring->stages[at.stage];
        uint64_t *const full = &ring->full[at.stage];
        mbarrier_wait_parity(&ring->empty[at.stage], at.parity);
        mbarrier_arrive_expect_tx(full, bytes);
        load_tile(s->A, a_tile, &p->g.a, full, row, k_tile * HOPPER_BK);
        load_tile(s->B, b_tile, &p->g.b, full, col, k_tile * HOPPER_BK);
        ring_next(&at, STAGES);
    }
}

static __device__ __forceinline__ void multiply(float acc[][WIDE / 2], struct ring *ring,
                                                struct operand_tile a_tile,
                                                struct operand_tile b_tile, int turns)
{
    struct ring_place at = {0, 0};
    int before = 0;
    for (int turn = 0; turn < turns; turn++) {
        const struct stage *const s = &ring->stages[at.stage];
        mbarrier_wait_parity(&ring->full[at.stage], at.parity);
        wgmma_fence();
#pragma unroll
        for (int i = 0; i < PARTS; i++)
            multiply_tile(acc[i], s->A, a_tile, 64 * i, s->B, b_tile, turn > 0);
        wgmma_commit_group();
        wgmma_wait_group(1);
        if (turn > 0 && threadIdx.x % 32 == 0)
            mbarrier_arrive(&ring->empty[before]);
        before = at.stage;
        ring_next(&at, STAGES);
    }
    wgmma_wait_group(0);
}

// C = alpha acc + beta C for one sum of the tile.
static __device__ __forceinline__ void store(const struct split_params *p, float sum, int row,
                                             int col)
{
    const int c_row = p->swapped ? col : row, c_col = p->swapped ? row : col;
    if (c_row < p->g.m && c_col < p->g.n)
        store_scaled(p->g.C + row_major(c_row, c_col, p->g.ldc), p->g.alpha, sum, p->g.beta);
}

static __device__ __forceinline__ void c_tiles(const struct split_params *p, bool trans_a,
                                               bool trans_b)
{
    struct ring *const ring = (struct ring *)aligned_shared();
    struct sums *const sums = (struct sums *)ring; // when the stages have been read
    const struct operand_tile a_tile = {BM, !trans_a, BF16}, b_tile = {WIDE, trans_b, BF16};
    const int blocks = p->blocks, rank = blocks > 1 ? cluster_ctarank() : 0;
    const int tile = (int)blockIdx.x / blocks;
    const int row = tile % p->g.tiles_m * BM, col = tile / p->g.tiles_m * WIDE;
    const int begin = (int)((long long)p->g.k_tiles * rank / blocks);
    const int end = (int)((long long)p->g.k_tiles * (rank + 1) / blocks);
    const bool multiplies = threadIdx.x < HOPPER_WARPGROUP;
    const int thread = (int)threadIdx.x % HOPPER_WARPGROUP;
    if (threadIdx.x == 0)
        ring_init(ring->full, ring->empty, STAGES, HOPPER_WARPGROUP / 32);
    __syncthreads();
    float acc[PARTS][WIDE / 2];
    if (multiplies)
        multiply(acc, ring, a_tile, b_tile, end - begin);
    else if (threadIdx.x == HOPPER_WARPGROUP)
        load(p, ring, a_tile, b_tile, row, col, begin, end);
    if (blocks > 1) {
        __syncthreads(); // nobody reads the stages any more
        if (multiplies)
#pragma unroll
            for (int v = 0; v < PARTS * WIDE / 2; v++)
                sums->of[v][thread] = (&acc[0][0])[v];
        barrier_cluster_sync();
    }
    // Where each of a thread's sums belongs (store.h). Of several blocks each adds up its share of
    // the values, always in the order of the parts.
#pragma unroll
    for (int v = 0; v < PARTS * WIDE / 2; v++) {
        const int part = v / (WIDE / 2), in = v % (WIDE / 2);
        const int at_row = row + part * 64 + thread / 32 * 16 + thread % 32 / 4 + in / 2 % 2 * 8;
        const int at_col = col + in / 4 * 8 + thread % 4 * 2 + in % 2;
        if (!multiplies || v * blocks / (PARTS * WIDE / 2) != rank)
            continue;
        float sum = (&acc[0][0])[v];
        if (blocks > 1) {
            sum = 0;
            for (int other = 0; other < blocks; other++)
                sum += ((const struct sums *)cluster_map_shared(sums, other))->of[v][thread];
        }
        store(p, sum, at_row, at_col);
    }
    if (blocks > 1)
        barrier_cluster_sync(); // the others may still read here
}

#define TUNED_JOIN(a, b) a##b
#define TUNED_NAME(a, b) TUNED_JOIN(a, b)
#define TUNED_KERNEL(name, trans_a, trans_b) \
    __global__ void __launch_bounds__(THREADS) \
        TUNED_NAME(NAME, name)(const __grid_constant__ struct split_params p) \
    { \
        c_tiles(&p, trans_a, trans_b); \
    }

TUNED_KERNEL(_nn, false, false)
TUNED_KERNEL(_nt, false, true)
TUNED_KERNEL(_tn, true, false)
TUNED_KERNEL(_tt, true, true)

void NAME(const struct gemm *g, int blocks, bool swapped)
{
    static void (*const kernels[2][2])(const struct split_params) = {
        {TUNED_NAME(NAME, _nn), TUNED_NAME(NAME, _nt)},
        {TUNED_NAME(NAME, _tn), TUNED_NAME(NAME, _tt)},
    };
    // A and B as the tile sees them: its rows along k (N), or k along its rows (T).
    const struct gemm roles = swapped ? tuned_swapped(g) : *g;
    const struct hopper_shape shape = {.bm = BM, .bn = WIDE, .cluster = 1, .bf16 = BF16};
    struct split_params p = {
        .g = hopper_params(shape, &roles), .blocks = blocks, .swapped = swapped};
    p.g.m = g->problem.m, p.g.n = g->problem.n;
    void (*const kernel)(const struct split_params) =
        kernels[roles.problem.trans_a][roles.problem.trans_b];
    const int bytes = (int)sizeof(struct ring) + TILE_ALIGN;
    CUDA_CHECK(cudaFuncSetAttribute((const void *)kernel,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    cudaLaunchAttribute cluster = {.id = cudaLaunchAttributeClusterDimension};
    cluster.val.clusterDim.x = (unsigned)blocks;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {
        .gridDim = dim3((unsigned)(p.g.tiles_m * p.g.tiles_n * blocks)),
        .blockDim = dim3(THREADS),
        .dynamicSmemBytes = (size_t)bytes,
        .attrs = &cluster,
        .numAttrs = blocks > 1 ? 1u : 0u,
    };
    void *arguments[] = {&p};
    CUDA_CHECK(cudaLaunchKernelExC(&config, (const void *)kernel, arguments));
    CUDA_CHECK_LAUNCH();
}
