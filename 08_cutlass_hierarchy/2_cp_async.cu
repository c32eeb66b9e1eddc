// SPDX-License-Identifier: MIT
//
// 2_cp_async: the next tiles are on their way while this pair is used.
//
// What changed: shared memory has two stages. cp.async copies past the registers, and the thread
// goes on at once; it waits for the copies only when a turn has passed in which the block computed.
// One barrier a turn is enough: who has passed it knows that this stage is complete and that nobody
// reads the other one any more, so that can be filled.
//
// Why: in step 1 the whole SM waits for global memory in every turn, and only then computes.
//
// Expect: a turn takes the longer of the two times, and no longer their sum.
#include "parts/fragments.h"
#include "parts/launch.h"
#include "parts/tile_copy.h"

enum { BM = HIER_BM, BN = HIER_BN, BK = HIER_BK, WM = HIER_WM, WN = HIER_WN };
enum { WARPS_M = BM / WM, WARPS_N = BN / WN, THREADS = WARPS_M * WARPS_N * 32 };
enum { MMA_K = HIER_MMA_K, MMAS_M = HIER_MMAS_M, MMAS_N = HIER_MMAS_N };
enum { STAGES = 2 };

// One stage.
struct shared_storage {
    uint16_t As[BM * BK];
    uint16_t Bs[BK * BN];
};

static __device__ __forceinline__ void c_tile(const struct hier_params *p, bool trans_b,
                                              bool aligned)
{
    __shared__ __align__(128) struct shared_storage shared[STAGES];
    const int tile = (int)blockIdx.x, warp = (int)threadIdx.x / 32;
    const int row = tile / p->tiles_n * BM, col = tile % p->tiles_n * BN;
    const int warp_row = warp % WARPS_M * WM, warp_col = warp / WARPS_M * WN; // in the tile

    float acc[MMAS_M][MMAS_N][4] = {{{0}}};
    struct load_stream stream = load_begin(p, hier_shape(), trans_b, row, col);
    load_next(&stream, shared[0].As, shared[0].Bs, p, hier_shape(), trans_b, aligned, true);
    cp_async_commit_group();
    for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
        const int stage = k_tile % STAGES, next = (k_tile + 1) % STAGES;
        cp_async_wait_group(0); // this thread's copies for this stage have landed
        __syncthreads();        // and all others'; nobody needs the other stage any more
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
    }
    store_direct(p, hier_shape(), row, col, acc, aligned);
}

__global__ void __launch_bounds__(THREADS) hgemm_cp_async_nn(struct hier_params p)
{
    c_tile(&p, false, true);
}

__global__ void __launch_bounds__(THREADS) hgemm_cp_async_nt(struct hier_params p)
{
    c_tile(&p, true, true);
}

__global__ void __launch_bounds__(THREADS) hgemm_cp_async_nn_unaligned(struct hier_params p)
{
    c_tile(&p, false, false);
}

__global__ void __launch_bounds__(THREADS) hgemm_cp_async_nt_unaligned(struct hier_params p)
{
    c_tile(&p, true, false);
}

static const struct hier_kernels kernels = {
    .nn = {hgemm_cp_async_nn_unaligned, hgemm_cp_async_nn},
    .nt = {hgemm_cp_async_nt_unaligned, hgemm_cp_async_nt},
};

void hgemm_cp_async(bool trans_a, bool trans_b, int m, int n, int k, double alpha, const void *A,
                    int lda, const void *B, int ldb, double beta, void *C, int ldc)
{
    (void)trans_a; // never: the table says NN and NT
    if (m == 0 || n == 0)
        return;
    const struct hier_params p =
        hier_params(hier_shape(), trans_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    hier_launch(&kernels, &p, hier_shape(), 0, trans_b);
}
