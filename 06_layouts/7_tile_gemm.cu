// SPDX-License-Identifier: MIT
//
// 7_tile_gemm: C = alpha A B + beta C in fp32; no line deals with a single thread.
//
// The program is that of the tile text (--examples runs the text's own): zeros, then load, load,
// matmul for each p, then store. Three decisions in the types of tiles make it fast:
//
//   As  128 x 16, swizzled: eight rows at one p are in all 32 banks, though A is stored by rows
//   Bs  16 x 128, plain
//   acc 128 x 128 in registers: a thread-value layout gives each thread 8 x 8 elements, a warp
//       64 x 32, in contiguous float4s (05_outer_product/6_warp_tile has them by hand)
//
// The loads run ahead: STAGES - 1 tiles are in flight while one is multiplied.
//
// Expect: nearly the speed of the hand-written kernel of chapter 05.
#include "../common/device/cuda_check.h"
#include "../common/device/gemm/vectors.h"
#include "../common/device/index.h"
#include "../common/device/tile/tile.h"
#include "parts/acc_layout.h"
#include "tiles.h"

enum { BM = GEMM_BM, BN = GEMM_BN, BK = GEMM_BK, THREADS = GEMM_THREADS };
enum { STAGES = GEMM_STAGES };

#define TILE acc_tile
#define TILE_ELEMENT float
#define TILE_SHAPE BM, BN
#define TILE_THREADS THREADS
#define TILE_LAYOUT acc_layout
#define TILE_THREAD_COLS GEMM_TN
#include "../common/device/tile/define_tile.h"

#define TILE a_tile
#define TILE_ELEMENT float
#define TILE_SHAPE BM, BK
#define TILE_THREADS THREADS
#define TILE_SWIZZLE GEMM_SWIZZLE
#include "../common/device/tile/define_tile.h"

#define TILE b_tile
#define TILE_ELEMENT float
#define TILE_SHAPE BK, BN
#define TILE_THREADS THREADS
#include "../common/device/tile/define_tile.h"

#define MATMUL matmul
#define MATMUL_A a_tile
#define MATMUL_B b_tile
#define MATMUL_C acc_tile
#include "../common/device/tile/define_matmul.h"

TILE_FUNCTION void c_tile(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                          int ldb, float beta, float *C, int ldc, enum tile_access access)
{
    __shared__ struct a_tile_shared As[STAGES];
    __shared__ struct b_tile_shared Bs[STAGES];
    const struct tile_view a_view = view_with(matrix_view(m, k, lda), access);
    const struct tile_view b_view = view_with(matrix_view(k, n, ldb), access);
    const struct tile_view c_view = view_with(matrix_view(m, n, ldc), access);
    const int row = blockIdx.y * BM, col = blockIdx.x * BN;

    struct acc_tile acc = acc_tile_zeros();
    for (int s = 0; s < STAGES - 1; s++) {
        a_tile_shared_load_async(&As[s], A, a_view, at_2(row, s * BK));
        b_tile_shared_load_async(&Bs[s], B, b_view, at_2(s * BK, col));
        tile_commit();
    }
    int stage = 0, next = STAGES - 1;
    const int k_tiles = ceil_div(k, BK);
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
        tile_wait(STAGES - 2); // this stage is complete, and no thread reads the one before
        const int ahead = k_tile + STAGES - 1 < k_tiles ? (k_tile + STAGES - 1) * BK : k;
        a_tile_shared_load_async(&As[next], A, a_view, at_2(row, ahead));
        b_tile_shared_load_async(&Bs[next], B, b_view, at_2(ahead, col));
        tile_commit();
        matmul_shared(&As[stage], &Bs[stage], &acc);
        stage = stage + 1 < STAGES ? stage + 1 : 0;
        next = next + 1 < STAGES ? next + 1 : 0;
    }
    acc_tile_store_scaled(C, c_view, at_2(row, col), alpha, acc, beta);
}

__global__ void __launch_bounds__(THREADS)
    tile_gemm_vectors(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    c_tile(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc, TILE_IN_VECTORS);
}

__global__ void __launch_bounds__(THREADS)
    tile_gemm_elements(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                       int ldb, float beta, float *C, int ldc)
{
    c_tile(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc, TILE_BY_ELEMENT);
}

void tiles_gemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
                float beta, float *C, int ldc)
{
    if (m == 0 || n == 0)
        return;
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    const bool vectors = rows_are_vectors(A, k, lda, sizeof *A, VECTOR_BYTES) &&
                         rows_are_vectors(B, n, ldb, sizeof *B, VECTOR_BYTES) &&
                         rows_are_vectors(C, n, ldc, sizeof *C, VECTOR_BYTES);
    // One launch, unless C is taller than a grid can be.
    for (; m > 0; m -= GEMM_MAX_ROWS) {
        const int rows = m < GEMM_MAX_ROWS ? m : GEMM_MAX_ROWS;
        const dim3 grid(ceil_div(n, BN), ceil_div(rows, BM));
        if (vectors)
            tile_gemm_vectors<<<grid, THREADS>>>(rows, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        else
            tile_gemm_elements<<<grid, THREADS>>>(rows, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        CUDA_CHECK_LAUNCH();
        A += row_major(rows, 0, lda);
        C += row_major(rows, 0, ldc);
    }
}
