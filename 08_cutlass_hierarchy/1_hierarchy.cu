// SPDX-License-Identifier: MIT
//
// 1_hierarchy: the loops of a GEMM, one level of tiles inside the other.
//
// What changed since 07_tensor_core: every level has a name and a shape, chosen for the end of this
// chapter: 128 x 256 elements of C per block, 64 x 64 per warp. Such a warp needs 8 ldmatrix for 32
// mma, the fewest that its registers allow. Values that are the same for all threads are computed
// once, by the host (struct hier_params).
//
// The price: one block fills an SM. In every turn it waits for global memory, and no second block
// computes meanwhile. The next steps remove this wait.
//
// Expect: no bank conflicts, and tensor cores that idle most of the time.
#include "parts/load_stream.h"
#include "parts/store_direct.h"

enum { BM = HIER_BM, BN = HIER_BN, BK = HIER_BK, WM = HIER_WM, WN = HIER_WN };
enum { WARPS_M = BM / WM, WARPS_N = BN / WN, THREADS = WARPS_M * WARPS_N * 32 };
enum { MMAS_M = HIER_MMAS_M, MMAS_N = HIER_MMAS_N };

// A block's shared memory (CUTLASS: SharedStorage).
struct shared_storage {
    uint16_t As[BM * BK];
    uint16_t Bs[BK * BN]; // k x n, or n x k if B is (NT)
};

// Computes this block's tile of C. The loops of all levels, with what each multiplies: rows and
// columns of C, and columns of K.
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

    const struct tile_layout a_tile = hier_a_tile(hier_shape());
    const struct tile_layout b_tile = hier_b_tile(hier_shape(), trans_b);
    float acc[MMAS_M * MMAS_N][4] = {{0}}; // 128 sums per thread
    struct load_stream stream =
        load_begin(p, hier_shape(), trans_b, aligned ? BY_VECTOR : BY_VECTOR_ELEMENTS, row, col);
    for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
        load_next(&stream, shared.As, shared.Bs);
        __syncthreads(); // the tiles are complete
#pragma unroll
        for (int k = 0; k < BK; k += MMA_K) {
            uint32_t a_frag[MMAS_M][4], b_frag[MMAS_N][2];
            load_a(a_frag, MMAS_M, shared.As, a_tile, warp_row, k);
            load_b(b_frag, MMAS_N, shared.Bs, b_tile, warp_col, k, trans_b);
            multiply(acc, MMAS_M, MMAS_N, a_frag, b_frag, MMA_F16, false);
        }
        __syncthreads(); // all warps have read them
    }
    store_direct(p, hier_shape(), row, col, acc, aligned);
}

#define STEP hgemm_hierarchy
#define SHARED_BYTES 0 // all of it is static
#include "parts/launch.h"
