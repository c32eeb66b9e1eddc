// SPDX-License-Identifier: MIT
//
// tuned_split.h: for few tiles and a long k. The blocks of a cluster share a tile of C. Each
// computes one part of k, and they add their sums through each other's shared memory. Included by a
// file after
//
//     BM      rows of the tile: 64 or 128
//     WIDE    columns of the tile that an instruction multiplies at once: 16, 32, 64 or 128
//
// The file then includes split_launch.h for each type of A and B.
//
// The roles may be swapped: then the tile's BM rows run along n of C and its WIDE columns along m,
// to compute C transposed. So a product of few rows does not waste most of an instruction.
#include "../../common/device/cuda_check.h"
#include "../../common/device/gemm/raster.h"
#include "../../common/device/ptx/cluster.h"
#include "../../common/device/ptx/warpgroup.h"
#include "../parts/ring.h"
#include "../parts/shared.h"
#include "../parts/store.h"
#include "tuned.h"

enum { PARTS = BM / 64 };
enum { THREADS = HOPPER_WARPGROUP + 32 };

// A stage: a tile of A, then one of B. An MN-major tile is at least 64 wide.
LAYOUT_INLINE int stage_bytes(struct operand_tile b_tile)
{
    const int rows = b_tile.k_major || (int)WIDE >= (int)HOPPER_ATOM ? (int)WIDE : (int)HOPPER_ATOM;
    return (BM + rows) * HOPPER_ROW;
}

struct ring {
    uint64_t full[TUNED_MOST_STAGES], empty[TUNED_MOST_STAGES];
};

// A block's sums in its shared memory, as rows of C: of the tile, or of its transpose if the roles
// are swapped. The pitch of the rows avoids bank conflicts within each half of a warp.
enum { SUMS_PAD = 8, SWAPPED_PAD = 4 };
union sums {
    float rows[BM][WIDE + SUMS_PAD];
    float swapped[WIDE][BM + SWAPPED_PAD];
};
static_assert(sizeof(union sums) <= 3 * (BM + WIDE) * HOPPER_ROW, "they fit where stages were");

// Clears rows of B's tile that are not in a box, because C has few columns (rows, if swapped). TMA
// would also bring zeros, but all blocks would request them from L2 at the same place.
static __device__ __forceinline__ void
clear_rows(unsigned char *stages, const struct split_params *p, struct operand_tile b_tile)
{
    unsigned char *row = stages + (BM + p->wide) * HOPPER_ROW;
    for (int s = 0; s < p->stages; s++, row += stage_bytes(b_tile))
        for (int i = (int)threadIdx.x * 16; i < (WIDE - p->wide) * HOPPER_ROW; i += THREADS * 16)
            *(uint4 *)(row + i) = make_uint4(0, 0, 0, 0);
    fence_proxy_async();
}

// One thread calls it.
static __device__ __forceinline__ void load(const struct split_params *p, struct ring *ring,
                                            unsigned char *stages, struct operand_tile a_tile,
                                            struct operand_tile b_tile, int row, int col, int begin,
                                            int end)
{
    struct ring_place at = {0, 1};
    for (int k_tile = begin; k_tile < end; k_tile++) {
        unsigned char *const s = stages + at.stage * stage_bytes(b_tile);
        uint64_t *const full = &ring->full[at.stage];
        mbarrier_wait_parity(&ring->empty[at.stage], at.parity);
        mbarrier_arrive_expect_tx(full, stage_bytes(b_tile) - (WIDE - p->wide) * HOPPER_ROW);
        load_tile(s, a_tile, &p->g.a, full, row, k_tile * HOPPER_BK);
        load_rows(s + BM * HOPPER_ROW, b_tile, 0, b_tile.k_major ? p->wide : (int)WIDE, &p->g.b,
                  full, col, k_tile * HOPPER_BK, 0);
        ring_next(&at, p->stages);
    }
}

static __device__ __forceinline__ void multiply(float acc[][WIDE / 2], const struct split_params *p,
                                                struct ring *ring, unsigned char *stages,
                                                struct operand_tile a_tile,
                                                struct operand_tile b_tile, int turns)
{
    struct ring_place at = {0, 0};
    int before = 0;
    for (int turn = 0; turn < turns; turn++) {
        const unsigned char *const s = stages + at.stage * stage_bytes(b_tile);
        mbarrier_wait_parity(&ring->full[at.stage], at.parity);
        wgmma_fence();
#pragma unroll
        for (int i = 0; i < PARTS; i++)
            multiply_tile(acc[i], s, a_tile, 64 * i, s + BM * HOPPER_ROW, b_tile, turn > 0);
        wgmma_commit_group();
        wgmma_wait_group(1);
        if (turn > 0 && threadIdx.x % 32 == 0)
            mbarrier_arrive(&ring->empty[before]);
        before = at.stage;
        ring_next(&at, p->stages);
    }
    wgmma_wait_group(0);
}

// Writes a thread's sums to their places (store.h says where they are).
static __device__ __forceinline__ void put_down(union sums *sums, const float acc[][WIDE / 2],
                                                bool swapped)
{
    const int thread = (int)threadIdx.x;
#pragma unroll
    for (int v = 0; v < PARTS * WIDE / 2; v += 2) { // two neighbours in a row
        const int part = v / (WIDE / 2), in = v % (WIDE / 2);
        const int row = part * 64 + thread / 32 * 16 + thread % 32 / 4 + in / 2 % 2 * 8;
        const int col = in / 4 * 8 + thread % 4 * 2;
        if (swapped) {
            sums->swapped[col][row] = acc[part][in];
            sums->swapped[col + 1][row] = acc[part][in + 1];
        } else {
            *(float2 *)&sums->rows[row][col] = make_float2(acc[part][in], acc[part][in + 1]);
        }
    }
}

// C = alpha (the sum of all blocks' sums, in their order) + beta C, for the block's share of the
// tile's rows: `rows` rows of `cols` columns, `pitch` apart in shared memory, that begin at (row,
// col) of C. Four neighbours at a time. type_16: of C, if C has 16 bits; a literal.
static __device__ __forceinline__ void add_up(const struct split_params *p, const float *sums,
                                              int rank, int rows, int cols, int pitch, int row,
                                              int col, enum hopper_type_c type_16)
{
    const int at_once = tuned_rows_at_once(cols), shares = rows / at_once;
    const int begin = shares * rank / p->blocks * at_once;
    const int end = shares * (rank + 1) / p->blocks * at_once;
    const int across = cols / 4;
    for (int i = begin * across + (int)threadIdx.x; i < end * across; i += HOPPER_WARPGROUP) {
        const int at_row = i / across, at_col = i % across * 4;
        const float *const own = &sums[at_row * pitch + at_col];
        float4 part[TUNED_MOST_BLOCKS]; // all are in flight at the same time
#pragma unroll
        for (int block = 0; block < TUNED_MOST_BLOCKS; block++)
            if (block < p->blocks)
                part[block] =
                    *(const float4 *)(p->blocks > 1 ? cluster_map_shared(own, block) : own);
        float4 sum = part[0];
#pragma unroll
        for (int block = 1; block < TUNED_MOST_BLOCKS; block++)
            if (block < p->blocks) {
                sum.x += part[block].x, sum.y += part[block].y;
                sum.z += part[block].z, sum.w += part[block].w;
            }
        const int c_row = row + at_row, c_col = col + at_col;
        const int inside = c_row < p->g.m ? p->g.n - c_col : 0;
        const ptrdiff_t at = row_major(c_row, c_col, p->g.ldc);
        if (p->g.c_16)
            store_four_16((unsigned short *)p->g.C + at, p->g.alpha, sum, p->g.beta, inside,
                          p->in_vectors, type_16);
        else
            store_four((float *)p->g.C + at, p->g.alpha, sum, p->g.beta, inside, p->in_vectors);
    }
}

static __device__ __forceinline__ void c_tiles(const struct split_params *p, bool trans_a,
                                               bool trans_b, enum wgmma_type type)
{
    __shared__ struct ring ring;
    unsigned char *const stages = (unsigned char *)aligned_shared();
    union sums *const sums = (union sums *)stages; // after the stages have been read
    const struct operand_tile a_tile = {BM, !trans_a, type}, b_tile = {WIDE, trans_b, type};
    const int blocks = p->blocks, rank = blocks > 1 ? cluster_ctarank() : 0;
    const int tile = (int)blockIdx.x / blocks;
    const int row = tile % p->g.tiles_m * BM, col = tile / p->g.tiles_m * WIDE;
    const int begin = p->g.k_tiles * rank / blocks, end = p->g.k_tiles * (rank + 1) / blocks;
    const bool multiplies = threadIdx.x < HOPPER_WARPGROUP;
    if (threadIdx.x == 0) {
        tma_prefetch_map(&p->g.a);
        tma_prefetch_map(&p->g.b);
        ring_init(ring.full, ring.empty, p->stages, HOPPER_WARPGROUP / 32);
    }
    if (p->wide < WIDE)
        clear_rows(stages, p, b_tile);
    __syncthreads();
    if (multiplies) {
        float acc[PARTS][WIDE / 2];
        multiply(acc, p, &ring, stages, a_tile, b_tile, end - begin);
        barrier_sync(1, HOPPER_WARPGROUP); // all four warps have read the stages
        put_down(sums, acc, p->swapped);
    } else if (threadIdx.x == HOPPER_WARPGROUP) {
        load(p, &ring, stages, a_tile, b_tile, row, col, begin, end);
    }
    if (blocks > 1)
        barrier_cluster_sync(); // the sums of all blocks are complete
    else
        __syncthreads();
    if (multiplies && p->swapped)
        add_up(p, &sums->swapped[0][0], rank, WIDE, BM, BM + SWAPPED_PAD, col, row,
               hopper_c_16(type));
    else if (multiplies)
        add_up(p, &sums->rows[0][0], rank, BM, WIDE, WIDE + SUMS_PAD, row, col, hopper_c_16(type));
    if (blocks > 1)
        barrier_cluster_sync_relaxed(); // other blocks may still read here
}
