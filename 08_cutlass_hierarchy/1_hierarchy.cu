// SPDX-License-Identifier: MIT
//
// 1_hierarchy: the loops of a GEMM, one level of tiles inside the other.
//
// What changed since 07_tensor_core: every level has its name and its shape, chosen for the end of
// this chapter: 128 x 256 elements of C a block, 64 x 64 a warp. Such a warp needs 8 ldmatrix for
// 32 mma, the fewest that its registers allow. What all threads would compute alike, the host
// computes once (struct hier_params).
//
// The price: such a block fills an SM. In every turn it waits for global memory, and no other block
// computes meanwhile. The next steps take that wait away.
//
// Expect: no bank conflicts, and tensor cores that stand still most of the time.
#include "parts/fragments.h"
#include "parts/launch.h"
#include "parts/tile_copy.h"

enum { BM = HIER_BM, BN = HIER_BN, BK = HIER_BK, WM = HIER_WM, WN = HIER_WN };
enum { WARPS_M = BM / WM, WARPS_N = BN / WN, THREADS = WARPS_M * WARPS_N * 32 };
enum { MMA_K = HIER_MMA_K, MMAS_M = HIER_MMAS_M, MMAS_N = HIER_MMAS_N };

// What a block keeps in shared memory (CUTLASS: SharedStorage).
struct shared_storage {
    uint16_t As[BM * BK];
    uint16_t Bs[BK * BN]; // k x n, or n x k where B is (NT)
};

// The tile of C of this block. The loops of all levels, and what each multiplies: rows and columns
// of C and how much of K.
//
//     for each tile of C: a block                                 (BM,BN,k)
//         for each k-tile: the block                              (BM,BN,BK)           (128,256,32)
//             copy A and B to As, Bs                              (BM,BK), (BK,BN)
//             for each k-slice: a warp, 8 at once                 (WM,WN,MMA_K)        (64,64,16)
//                 load a_frag and b_frag                          (WM,MMA_K), (MMA_K,WN)
//                 for i, for j: an instruction                    (MMA_M,MMA_N,MMA_K)  (16,8,16)
//                     acc[i][j] += a_frag[i] b_frag[j]: a lane    4 sums
//         store acc                                               (BM,BN)
static __device__ __forceinline__ void c_tile(const struct hier_params *p, bool trans_b,
                                              bool aligned)
{
    __shared__ __align__(128) struct shared_storage shared;
    const int tile = (int)blockIdx.x, warp = (int)threadIdx.x / 32;
    const int row = tile / p->tiles_n * BM, col = tile % p->tiles_n * BN;
    const int warp_row = warp % WARPS_M * WM, warp_col = warp / WARPS_M * WN; // in the tile

    float acc[MMAS_M][MMAS_N][4] = {{{0}}}; // 128 sums a thread
    struct load_stream stream = load_begin(p, hier_shape(), trans_b, row, col);
    for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
        load_next(&stream, shared.As, shared.Bs, p, hier_shape(), trans_b, aligned, false);
        __syncthreads(); // the tiles are complete
#pragma unroll
        for (int k = 0; k < BK; k += MMA_K) {
            uint32_t a_frag[MMAS_M][4], b_frag[MMAS_N][2];
            load_a(a_frag, shared.As, hier_shape(), warp_row, k);
            load_b(b_frag, shared.Bs, hier_shape(), warp_col, k, trans_b);
            multiply(acc, a_frag, b_frag);
        }
        __syncthreads(); // nobody needs them any more
    }
    store_direct(p, hier_shape(), row, col, acc, aligned);
}

__global__ void __launch_bounds__(THREADS) hgemm_hierarchy_nn(struct hier_params p)
{
    c_tile(&p, false, true);
}

__global__ void __launch_bounds__(THREADS) hgemm_hierarchy_nt(struct hier_params p)
{
    c_tile(&p, true, true);
}

__global__ void __launch_bounds__(THREADS) hgemm_hierarchy_nn_unaligned(struct hier_params p)
{
    c_tile(&p, false, false);
}

__global__ void __launch_bounds__(THREADS) hgemm_hierarchy_nt_unaligned(struct hier_params p)
{
    c_tile(&p, true, false);
}

static const struct hier_kernels kernels = {
    .nn = {hgemm_hierarchy_nn_unaligned, hgemm_hierarchy_nn},
    .nt = {hgemm_hierarchy_nt_unaligned, hgemm_hierarchy_nt},
};

void hgemm_hierarchy(bool trans_a, bool trans_b, int m, int n, int k, double alpha, const void *A,
                     int lda, const void *B, int ldb, double beta, void *C, int ldc)
{
    (void)trans_a; // never: the table says NN and NT
    if (m == 0 || n == 0)
        return;
    const struct hier_params p =
        hier_params(hier_shape(), trans_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    hier_launch(&kernels, &p, hier_shape(), 0, trans_b);
}
