// SPDX-License-Identifier: MIT
//
// 2_sgemm_tma: the loop of chapter 05 in float32, whose tiles the copy engine brings as in step 1.
//
// What changed since 05/8: TMA does not transpose. So a tile of A stays as it is stored, rows of 32
// of k, 128 bytes, and a thread takes four k of a row at once: eight float4s of A for 4 k, and
// sixteen of B, which is no more than there. The eight rows of a request are neighbours, and the
// swizzle puts them into all 32 banks. A row's next four k are loaded when its last product has
// been issued, so A needs one set of registers, and the loop, rolled to 4 k, is 9 KB of code, not
// 18. There is no barrier of the block: a warp may be ahead of another.
//
// Expect: 05/8's products and bank passes; its copies and their instructions are gone.
#include "../common/device/cuda_check.h"
#include "../common/device/epilogue.h"
#include "../common/device/gemm/raster.h"
#include "../common/device/ptx/tma.h"
#include "parts/ring.h"
#include "parts/sgemm.h"
#include "parts/shared.h"

enum { BM = SGEMM_BM, BN = SGEMM_BN, BK = SGEMM_BK, STAGES = 4, WARPS = SGEMM_WARPS };
enum { WM = 64, WN = 64, WARPS_M = BM / WM, THREADS = WARPS * 32 };
enum { LANES_M = 8, LANES_N = 4, TM = WM / LANES_M, TN = WN / LANES_N }; // of a warp; of a thread
enum { GROUP = 4, GROUPS = BK / GROUP };                                 // of k: a float4 of A

struct stage {
    float A[BM * BK], B[BK * BN];
};
struct ring {
    struct stage stages[STAGES];
    uint64_t full[STAGES], empty[STAGES];
};

static __device__ __forceinline__ void load4(float to[4], const float *from)
{
    const float4 v = *(const float4 *)from;
    to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}

// Starts the copies of a k-tile, into a stage that is empty or soon will be. One thread.
static __device__ __forceinline__ void load(const struct hopper_params *p, struct ring *ring,
                                            struct ring_place at, int row, int col, int k_tile)
{
    struct stage *const s = &ring->stages[at.stage];
    uint64_t *const full = &ring->full[at.stage];
    mbarrier_wait_parity(&ring->empty[at.stage], at.parity);
    mbarrier_arrive_expect_tx(full, sizeof *s);
    tma_load_2d(s->A, &p->a, full, k_tile * BK, row);
    tma_load_2d(s->B, &p->b, full, col, k_tile * BK);
}

// Where a thread's floats are: of A row i of four k of group g, of B four columns of one k.
struct places {
    int a, b;    // the first ones
    int swizzle; // of its rows, which are 8 apart: all have the same
};

static __device__ __forceinline__ const float *a_at(const struct stage *s, struct places at, int i,
                                                    int group)
{
    return &s->A[at.a + i * LANES_M * BK + (group ^ at.swizzle) * GROUP];
}

static __device__ __forceinline__ const float *b_at(const struct stage *s, struct places at, int k,
                                                    int j)
{
    return &s->B[at.b + k * BN + j * LANES_N * 4];
}

static __global__ void __launch_bounds__(THREADS)
    sgemm_tma(const __grid_constant__ struct hopper_params p)
{
    struct ring *const ring = (struct ring *)aligned_shared();
    const struct tile_place c = raster_tile((int)blockIdx.x, p.panel, p.tiles_m, p.tiles_n);
    const int row = c.row * BM, col = c.col * BN, warp = (int)threadIdx.x / 32;
    const int lane = (int)threadIdx.x % 32, lane_row = sgemm_lane_row(lane);
    const int my_row = warp % WARPS_M * WM + lane_row; // in the tile
    const int my_col = warp / WARPS_M * WN + sgemm_lane_col(lane) * 4;
    const struct places at = {my_row * BK, my_col, lane_row};
    const bool loads = threadIdx.x == 0;

    float acc[TM][TN] = {{0}};
    float a_frag[TM][GROUP], b_frag[2][TN]; // b: for this k and for the next
    struct ring_place to = {0, 1}, from = {0, 0};
    int fetched = 0; // k-tiles that were asked for
    if (loads)
        ring_init(ring->full, ring->empty, STAGES, WARPS);
    __syncthreads();
    for (; fetched < smaller(p.k_tiles, STAGES); fetched++) {
        if (loads)
            load(&p, ring, to, row, col, fetched);
        ring_next(&to, STAGES);
    }
    const struct stage *s = &ring->stages[0];
    mbarrier_wait_parity(&ring->full[0], 0);
    __syncwarp();
#pragma unroll
    for (int i = 0; i < TM; i++)
        load4(a_frag[i], a_at(s, at, i, 0));
#pragma unroll
    for (int j = 0; j < TN; j += 4)
        load4(&b_frag[0][j], b_at(s, at, 0, j / 4));

    const int all = p.k_tiles * GROUPS;
    int group = 0; // in the stage
#pragma unroll 1
    for (int g = 0; g < all; g++) {
        const bool more = g + 1 < all;
        int next = group;
#pragma unroll
        for (int e = 0; e < GROUP; e++) {
            const int now = e % 2, then = 1 - now;
            if (e == GROUP - 1 && ++next == GROUPS) { // what follows is of the next stage
                next = 0;
                __syncwarp(); // all 32 lanes have read this one
                if (lane == 0)
                    mbarrier_arrive(&ring->empty[from.stage]);
                ring_next(&from, STAGES);
                s = &ring->stages[from.stage];
                if (more)
                    mbarrier_wait_parity(&ring->full[from.stage], from.parity);
                __syncwarp(); // and go on together: their loads are one request
            }
            const int k = e + 1 < GROUP ? group * GROUP + e + 1 : next * GROUP;
#pragma unroll
            for (int i = 0; i < TM; i++) {
#pragma unroll
                for (int jj = 0; jj < TN; jj++) {
                    const int j = i % 2 ? TN - 1 - jj : jj; // there and back
                    acc[i][j] += a_frag[i][e] * b_frag[now][j];
                }
                if (i < TN / 4 && (e + 1 < GROUP || more))
                    load4(&b_frag[then][i * 4], b_at(s, at, k, i));
                if (e == GROUP - 1 && more)
                    load4(a_frag[i], a_at(s, at, i, next));
            }
        }
        group = next;
        // Half a k-tile later others have read the stage that this warp was at before.
        if (group == GROUPS / 2 && g >= GROUPS && fetched < p.k_tiles) {
            if (loads)
                load(&p, ring, to, row, col, fetched);
            __syncwarp();
            ring_next(&to, STAGES);
            fetched++;
        }
    }
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j += 4) {
            const int c_row = row + my_row + i * LANES_M, c_col = col + my_col + j * LANES_N;
            const int inside = c_row < p.m ? p.n - c_col : 0;
            float *const to_c = (float *)p.C + row_major(c_row, c_col, p.ldc);
            const float4 sum = {acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]};
            if (p.vectors)
                store_four(to_c, p.alpha, sum, p.beta, inside, true);
            else
                store_four(to_c, p.alpha, sum, p.beta, inside, false);
        }
}

void hopper_sgemm_tma(const struct gemm *g)
{
    if (hopper_only_scales(g, HOPPER_C_F32))
        return;
    const struct hopper_params p = hopper_sgemm_params(g);
    const int bytes = (int)sizeof(struct ring) + TILE_ALIGN;
    CUDA_CHECK(cudaFuncSetAttribute((const void *)sgemm_tma,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    sgemm_tma<<<p.tiles_m * p.tiles_n, THREADS, bytes>>>(p);
    CUDA_CHECK_LAUNCH();
}
