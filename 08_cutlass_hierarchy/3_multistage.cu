// SPDX-License-Identifier: MIT
//
// 3_multistage: more than one pair of tiles on its way.
//
// What changed: STAGES stages in a circle. While one is used, STAGES - 1 are filled or complete.
//
// How long to wait. Before turn t a thread has committed the groups of tiles 0 to t + STAGES - 2:
// STAGES - 1 before the first turn and one in each turn. It needs tile t, so it lets only the
// STAGES - 2 later ones be under way: cp_async_wait_group(STAGES - 2). Behind the end of K tiles
// are zeros, but groups all the same, so the count stays right.
//
// Why: with two stages a copy has one turn to arrive, with four it has three. `--stages` sweeps.
//
// Expect: faster than step 2 where memory answers later than a turn takes.
#include "parts/fragments.h"
#include "parts/launch.h"
#include "parts/tile_copy.h"

enum { BM = HIER_BM, BN = HIER_BN, BK = HIER_BK, WM = HIER_WM, WN = HIER_WN };
enum { WARPS_M = BM / WM, WARPS_N = BN / WN, THREADS = WARPS_M * WARPS_N * 32 };
enum { MMA_K = HIER_MMA_K, MMAS_M = HIER_MMAS_M, MMAS_N = HIER_MMAS_N };
enum { STAGES = HIER_STAGES };

// One stage. More than 48 KiB must be dynamic shared memory: an array without a size.
struct shared_storage {
    uint16_t As[BM * BK];
    uint16_t Bs[BK * BN];
};
extern __shared__ __align__(128) struct shared_storage shared[]; // [stages]

// stages: a literal.
static __device__ __forceinline__ void c_tile(const struct hier_params *p, int stages, bool trans_b,
                                              bool aligned)
{
    const int tile = (int)blockIdx.x, warp = (int)threadIdx.x / 32;
    const int row = tile / p->tiles_n * BM, col = tile % p->tiles_n * BN;
    const int warp_row = warp % WARPS_M * WM, warp_col = warp / WARPS_M * WN; // in the tile

    float acc[MMAS_M][MMAS_N][4] = {{{0}}};
    struct load_stream stream = load_begin(p, hier_shape(), trans_b, row, col);
    for (int stage = 0; stage < stages - 1; stage++) {
        load_next(&stream, shared[stage].As, shared[stage].Bs, p, hier_shape(), trans_b, aligned,
                  true);
        cp_async_commit_group();
    }
    int stage = 0, next = stages - 1; // of this turn's tiles, and of those that are fetched
    for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
        cp_async_wait_group(stages - 2); // this thread's copies for this stage have landed
        __syncthreads(); // and all others'; nobody needs the stage of the turn before any more
        load_next(&stream, shared[next].As, shared[next].Bs, p, hier_shape(), trans_b, aligned,
                  true);
        cp_async_commit_group();
#pragma unroll
        for (int k = 0; k < BK; k += MMA_K) {
            uint32_t a_frag[MMAS_M][4], b_frag[MMAS_N][2];
            load_a(a_frag, shared[stage].As, hier_shape(), warp_row, k);
            load_b(b_frag, shared[stage].Bs, hier_shape(), warp_col, k, trans_b);
            multiply(acc, a_frag, b_frag);
        }
        next = stage; // free as soon as all have passed the next barrier
        stage = stage + 1 < stages ? stage + 1 : 0;
    }
    store_direct(p, hier_shape(), row, col, acc, aligned);
}

__global__ void __launch_bounds__(THREADS) hgemm_multistage_nn(struct hier_params p)
{
    c_tile(&p, STAGES, false, true);
}

__global__ void __launch_bounds__(THREADS) hgemm_multistage_nt(struct hier_params p)
{
    c_tile(&p, STAGES, true, true);
}

__global__ void __launch_bounds__(THREADS) hgemm_multistage_nn_unaligned(struct hier_params p)
{
    c_tile(&p, STAGES, false, false);
}

__global__ void __launch_bounds__(THREADS) hgemm_multistage_nt_unaligned(struct hier_params p)
{
    c_tile(&p, STAGES, true, false);
}

static const struct hier_kernels kernels = {
    .nn = {hgemm_multistage_nn_unaligned, hgemm_multistage_nn},
    .nt = {hgemm_multistage_nt_unaligned, hgemm_multistage_nt},
};

void hgemm_multistage(bool trans_a, bool trans_b, int m, int n, int k, double alpha, const void *A,
                      int lda, const void *B, int ldb, double beta, void *C, int ldc)
{
    (void)trans_a; // never: the table says NN and NT
    if (m == 0 || n == 0)
        return;
    const struct hier_params p =
        hier_params(hier_shape(), trans_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    hier_launch(&kernels, &p, hier_shape(), STAGES * sizeof(struct shared_storage), trans_b);
}

// ---- The sweep: the same loop with other numbers of stages ---------------------------------------

__global__ void __launch_bounds__(THREADS) hgemm_2_stages(struct hier_params p)
{
    c_tile(&p, 2, false, true);
}

__global__ void __launch_bounds__(THREADS) hgemm_3_stages(struct hier_params p)
{
    c_tile(&p, 3, false, true);
}

__global__ void __launch_bounds__(THREADS) hgemm_5_stages(struct hier_params p)
{
    c_tile(&p, 5, false, true);
}

__global__ void __launch_bounds__(THREADS) hgemm_6_stages(struct hier_params p)
{
    c_tile(&p, 6, false, true);
}

__global__ void __launch_bounds__(THREADS) hgemm_8_stages(struct hier_params p)
{
    c_tile(&p, 8, false, true);
}

size_t hier_stage_bytes(void) { return sizeof(struct shared_storage); }

void hgemm_stages(int stages, const struct hier_params *p)
{
    hier_kernel *const kernel = stages == 2   ? hgemm_2_stages
                                : stages == 3 ? hgemm_3_stages
                                : stages == 4 ? hgemm_multistage_nn
                                : stages == 5 ? hgemm_5_stages
                                : stages == 6 ? hgemm_6_stages
                                              : hgemm_8_stages;
    const struct hier_kernels one = {.nn = {kernel, kernel}, .nt = {NULL, NULL}};
    hier_launch(&one, p, hier_shape(), (size_t)stages * hier_stage_bytes(), false);
}
