// SPDX-License-Identifier: MIT
//
// 2_sgemm_tma: chapter 05's loop in float32. The copy engine fetches the tiles, as in step 1.
//
// What changed since 05/8: TMA does not transpose. So a tile of A keeps its rows of 32 of k, 128
// bytes, and a thread loads four k of a row at once: eight float4s of A for 4 k, and sixteen of B,
// no more than in 05/8. The eight rows of a request are neighbours, so the swizzle spreads them
// over all 32 banks. A row's next four k are loaded when its last product has been issued, so A
// needs one set of registers. The loop has 4 k: 9 KB of code, not 18. There is no barrier of the
// block. One thread of four additional warps starts the copies (steps 5 and 6 explain these).
//
// Expect: products and bank passes as in 05/8, without its copies and the instructions for them.
#include "../common/device/cuda_check.h"
#include "../common/device/epilogue.h"
#include "../common/device/gemm/raster.h"
#include "../common/device/ptx/tma.h"
#include "../common/device/ptx/warpgroup.h"
#include "parts/ring.h"
#include "parts/sgemm_parts.h"
#include "parts/shared.h"

enum { BM = SGEMM_BM, BN = SGEMM_BN, BK = SGEMM_BK, STAGES = 4, WARPS = SGEMM_WARPS };
enum { WM = SGEMM_WM, WN = SGEMM_WN, WARPS_M = BM / WM, THREADS = WARPS * 32 + HOPPER_WARPGROUP };
enum { LANES_M = SGEMM_LANES_M, LANES_N = SGEMM_LANES_N, TM = SGEMM_TM, TN = SGEMM_TN };
enum { GROUP = 4, GROUPS = BK / GROUP }; // of k: a float4 of A
enum { LOADER_REGISTERS = 24, REGISTERS = 240 };

struct stage {
    float A[BM * BK], B[BK * BN];
};
struct ring {
    struct stage stages[STAGES];
    uint64_t full[STAGES], empty[STAGES];
};
enum { STAGE = sizeof(struct stage) / sizeof(float) };

static __device__ __forceinline__ void load4(float to[4], const float *from)
{
    const float4 v = *(const float4 *)from;
    to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}

// Starts all copies of the block. One thread calls it.
static __device__ __forceinline__ void load(const struct hopper_params *p,
                                            const struct share *share, struct ring *ring)
{
    struct ring_place at = {0, 1};
    for (struct span s = first_span(share, p->k_tiles, (int)blockIdx.x); s.begin < s.end;
         s = next_span(share, p->k_tiles, &s)) {
        const struct tile_place c = raster_tile(s.tile, p->panel, p->tiles_m, p->tiles_n);
        for (int k_tile = s.begin; k_tile < s.end; k_tile++) {
            struct stage *const to = &ring->stages[at.stage];
            uint64_t *const full = &ring->full[at.stage];
            mbarrier_wait_parity(&ring->empty[at.stage], at.parity);
            fence_proxy_async(); // warps have read this stage through the generic proxy
            mbarrier_arrive_expect_tx(full, sizeof *to);
            tma_load_2d(to->A, &p->a, full, k_tile * BK, c.row * BM);
            tma_load_2d(to->B, &p->b, full, c.col * BN, k_tile * BK);
            ring_next(&at, STAGES);
        }
    }
}

// Releases a stage, after this warp has read all of it.
static __device__ __forceinline__ void leave_stage(struct ring *ring, struct ring_place *at)
{
    __syncwarp(); // all 32 lanes have read it
    if (threadIdx.x % 32 == 0)
        mbarrier_arrive(&ring->empty[at->stage]);
    ring_next(at, STAGES);
}

// Multiplies everything that the block computes; a warp computes 64 x 64 of each tile.
static __device__ __forceinline__ void multiply(const struct hopper_params *p,
                                                const struct share *share,
                                                const struct parts *parts, struct ring *ring)
{
    const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
    const int my_row = warp % WARPS_M * WM + sgemm_lane_row(lane); // in the tile: the first one;
    const int my_col = warp / WARPS_M * WN + sgemm_lane_col(lane) * 4; // the next are 8, 16 further
    const float *const a_first = &ring->stages[0].A[my_row * BK];
    const float *const b_first = &ring->stages[0].B[my_col];
    const float *a = a_first, *b = b_first; // where the thread's rows of A begin; B's next k
    int vector = sgemm_lane_row(lane);      // vector of those rows, swizzled: group xor row % 8
    struct ring_place at = {0, 0};
    for (struct span s = first_span(share, p->k_tiles, (int)blockIdx.x); s.begin < s.end;
         s = next_span(share, p->k_tiles, &s)) {
        float acc[TM][TN] = {{0}};
        float a_frag[TM][GROUP], b_frag[2][TN]; // b: for this k and the next
        mbarrier_wait_parity(&ring->full[at.stage], at.parity);
        __syncwarp();
#pragma unroll
        for (int i = 0; i < TM; i++)
            load4(a_frag[i], a + vector * GROUP + i * LANES_M * BK);
#pragma unroll
        for (int j = 0; j < TN; j += 4)
            load4(&b_frag[0][j], b + j * LANES_N);

        int left = s.end - s.begin, group = 0; // k-tiles, including this one; group of k in it
        do {
#pragma unroll
            for (int e = 0; e < GROUP; e++) {
                const int now = e % 2, then = 1 - now;
                b += BN;
                if (e == GROUP - 1) {
                    vector ^= group ^ (group + 1);
                    if (++group == GROUPS) { // the next k is in the next stage, if any
                        group = 0;
                        vector ^= GROUPS;
                        b -= BK * BN;
                        if (--left > 0) {
                            leave_stage(ring, &at);
                            a = at.stage > 0 ? a + STAGE : a_first;
                            b = at.stage > 0 ? b + STAGE : b_first;
                            mbarrier_wait_parity(&ring->full[at.stage], at.parity);
                        }
                        __syncwarp(); // converge again: then a load of all lanes is one request
                    }
                }
#pragma unroll
                for (int i = 0; i < TM; i++) {
#pragma unroll
                    for (int jj = 0; jj < TN; jj++) {
                        const int j = i % 2 ? TN - 1 - jj : jj; // there and back: reuses b_frag
                        acc[i][j] += a_frag[i][e] * b_frag[now][j];
                    }
                    if (i < TN / 4)
                        load4(&b_frag[then][i * 4], b + i * 4 * LANES_N);
                    if (e == GROUP - 1)
                        load4(a_frag[i], a + vector * GROUP + i * LANES_M * BK);
                }
            }
        } while (left > 0);
        leave_stage(ring, &at);
        a = at.stage > 0 ? a + STAGE : a_first;
        b = at.stage > 0 ? b + STAGE : b_first;
        if (!is_whole(&s, p->k_tiles) && !add_parts(parts, share, p->k_tiles, &s, acc))
            continue; // the warp that finishes last stores this part of the tile

        const struct tile_place c = raster_tile(s.tile, p->panel, p->tiles_m, p->tiles_n);
#pragma unroll
        for (int i = 0; i < TM; i++)
#pragma unroll
            for (int j = 0; j < TN; j += 4) {
                const int row = c.row * BM + my_row + i * LANES_M;
                const int col = c.col * BN + my_col + j * LANES_N;
                const int inside = row < p->m ? p->n - col : 0;
                float *const to = (float *)p->C + row_major(row, col, p->ldc);
                const float4 sum = {acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]};
                if (p->vectors)
                    store_four(to, p->alpha, sum, p->beta, inside, true);
                else
                    store_four(to, p->alpha, sum, p->beta, inside, false);
            }
    }
}

static __global__ void __launch_bounds__(THREADS, 1)
    sgemm_tma(const __grid_constant__ struct hopper_params p, struct share share,
              struct parts parts)
{
    struct ring *const ring = (struct ring *)aligned_shared();
    if (threadIdx.x == 0)
        ring_init(ring->full, ring->empty, STAGES, WARPS);
    __syncthreads();
    if (threadIdx.x >= WARPS * 32) {
        setmaxnreg_dec(LOADER_REGISTERS);
        if (threadIdx.x == WARPS * 32)
            load(&p, &share, ring);
    } else {
        setmaxnreg_inc(REGISTERS);
        multiply(&p, &share, &parts, ring);
    }
}

void hopper_sgemm_tma(const struct gemm *g)
{
    if (hopper_only_scales(g, HOPPER_C_F32))
        return;
    const struct hopper_params p = hopper_launch_sgemm_copies_for(g);
    const struct share share = hopper_sgemm_share(&g->problem);
    const int bytes = (int)sizeof(struct ring) + TILE_ALIGN;
    CUDA_CHECK(cudaFuncSetAttribute((const void *)sgemm_tma,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    sgemm_tma<<<share.blocks, THREADS, bytes>>>(p, share, hopper_sgemm_parts(&share));
    CUDA_CHECK_LAUNCH();
}
