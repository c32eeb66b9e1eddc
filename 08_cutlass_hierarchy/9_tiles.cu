// SPDX-License-Identifier: MIT
//
// 9_tiles: the same GEMM in about 20 lines, and no line mentions a thread.
//
// A tile layer does what this chapter built by hand: asynchronous loads in a circle of stages (step
// 3), swizzled tiles, ldmatrix and mma. c_tile() below says what is computed. The lines before it
// say how the tiles are stored:
//
//   As   128 x 64 of f16, swizzled; Bs as B is stored: 64 x 128 (NN), or 128 x 64 (NT)
//   acc  128 x 128 of f32 in registers, laid out as mma leaves its sums
//
// Why half the tile of step 1, for four warps: an SM then has room for two blocks, and one
// multiplies while the other waits at its barrier. In step 4 the order of instructions does this.
//
// Expect: more than half the speed of 8_tuned.
#include <cuda_fp16.h>

#include "../common/device/cuda_check.h"
#include "../common/device/index.h"
#include "../common/device/tile/tile.h"
#include "parts/tiles.h"

enum { BM = TILES_BM, BN = TILES_BN, BK = TILES_BK, THREADS = TILES_THREADS };
enum { STAGES = TILES_STAGES, BLOCKS_PER_SM = 2 };

#define TILE acc_tile
#define TILE_ELEMENT float
#define TILE_SHAPE BM, BN
#define TILE_THREADS THREADS
#define TILE_LAYOUT tiles_sums
#define TILE_RUN 2
#include "../common/device/tile/define_tile.h"

#define TILE a_tile
#define TILE_ELEMENT half
#define TILE_ADD __hadd
#define TILE_SHAPE BM, BK
#define TILE_THREADS THREADS
#define TILE_SWIZZLE TILES_SWIZZLE_64
#include "../common/device/tile/define_tile.h"

#define TILE b_tile
#define TILE_ELEMENT half
#define TILE_ADD __hadd
#define TILE_SHAPE BK, BN
#define TILE_THREADS THREADS
#define TILE_SWIZZLE TILES_SWIZZLE_128
#include "../common/device/tile/define_tile.h"

#define TILE bt_tile
#define TILE_ELEMENT half
#define TILE_ADD __hadd
#define TILE_SHAPE BN, BK
#define TILE_THREADS THREADS
#define TILE_SWIZZLE TILES_SWIZZLE_64
#include "../common/device/tile/define_tile.h"

#define MATMUL matmul_nn
#define MATMUL_A a_tile
#define MATMUL_B b_tile
#define MATMUL_C acc_tile
#define MATMUL_WARP TILES_WM, TILES_WN
#define MATMUL_TRANS_B false
#include "../common/device/tile/define_matmul_mma.h"

#define MATMUL matmul_nt
#define MATMUL_A a_tile
#define MATMUL_B bt_tile
#define MATMUL_C acc_tile
#define MATMUL_WARP TILES_WM, TILES_WN
#define MATMUL_TRANS_B true
#include "../common/device/tile/define_matmul_mma.h"

// The kernels' argument.
struct tiles_gemm {
    int m, n, k, lda, ldb, ldc;
    float alpha, beta;
    const half *A, *B;
    float *C;
};

struct operands {
    const half *A, *B;
    struct tile_view a, b;
};

struct stage {
    struct a_tile_shared As;
    union {
        struct b_tile_shared Bs;
        struct bt_tile_shared Bts; // NT
    };
};
extern __shared__ __align__(128) struct stage stages[]; // [STAGES]

// trans_b is a literal, here and below.
TILE_FUNCTION void load(struct stage *s, const struct operands *x, int row, int col, int p,
                        bool trans_b)
{
    a_tile_shared_load_async(&s->As, x->A, x->a, at_2(row, p));
    if (trans_b)
        bt_tile_shared_load_async(&s->Bts, x->B, x->b, at_2(col, p));
    else
        b_tile_shared_load_async(&s->Bs, x->B, x->b, at_2(p, col));
    tile_commit();
}

TILE_FUNCTION void c_tile(const struct tiles_gemm *g, bool trans_b, enum tile_access access)
{
    const int m = g->m, n = g->n, k = g->k;
    const struct operands x = {
        g->A, g->B, view_with(matrix_view(m, k, g->lda), access),
        view_with(trans_b ? matrix_view(n, k, g->ldb) : matrix_view(k, n, g->ldb), access)};
    const int tiles_n = ceil_div(n, BN), k_tiles = ceil_div(k, BK);
    const int row = (int)blockIdx.x / tiles_n * BM, col = (int)blockIdx.x % tiles_n * BN;

    struct acc_tile acc = acc_tile_zeros();
    for (int s = 0; s < STAGES - 1; s++)
        load(&stages[s], &x, row, col, s * BK, trans_b);
    int stage = 0, next = STAGES - 1;
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
        tile_wait(STAGES - 2); // this stage has arrived, and all threads are done with the last
        const int ahead = k_tile + STAGES - 1;
        load(&stages[next], &x, row, col, ahead < k_tiles ? ahead * BK : k, trans_b);
        if (trans_b)
            matmul_nt_shared(&stages[stage].As, &stages[stage].Bts, &acc);
        else
            matmul_nn_shared(&stages[stage].As, &stages[stage].Bs, &acc);
        next = stage;
        stage = stage + 1 < STAGES ? stage + 1 : 0;
    }
    acc_tile_store_scaled(g->C, view_with(matrix_view(m, n, g->ldc), access), at_2(row, col),
                          g->alpha, acc, g->beta);
}

#define TILES_KERNEL(name, trans_b, access) \
    __global__ void __launch_bounds__(THREADS, BLOCKS_PER_SM) name(struct tiles_gemm g) \
    { \
        c_tile(&g, trans_b, access); \
    }
TILES_KERNEL(hgemm_tiles_nn, false, TILE_IN_VECTORS)
TILES_KERNEL(hgemm_tiles_nt, true, TILE_IN_VECTORS)
TILES_KERNEL(hgemm_tiles_nn_unaligned, false, TILE_BY_ELEMENT)
TILES_KERNEL(hgemm_tiles_nt_unaligned, true, TILE_BY_ELEMENT)

void hgemm_tiles(const struct gemm *gemm)
{
    static void (*const kernels[2][2])(struct tiles_gemm) = {
        {hgemm_tiles_nn_unaligned, hgemm_tiles_nn}, {hgemm_tiles_nt_unaligned, hgemm_tiles_nt}};
    const struct gemm_problem *p = &gemm->problem;
    const bool no_product = only_scales(p->alpha, p->k);
    if (p->m == 0 || p->n == 0)
        return;
    const struct tiles_gemm g = {
        .m = p->m,
        .n = p->n,
        .k = no_product ? 0 : p->k,
        .lda = p->lda,
        .ldb = p->ldb,
        .ldc = p->ldc,
        .alpha = no_product ? 0 : (float)p->alpha,
        .beta = (float)p->beta,
        .A = (const half *)gemm->A,
        .B = (const half *)gemm->B,
        .C = (float *)gemm->C,
    };
    const bool vectors =
        rows_are_vectors(g.A, g.k, g.lda, sizeof(half), VECTOR_BYTES) &&
        rows_are_vectors(g.B, p->trans_b ? g.k : g.n, g.ldb, sizeof(half), VECTOR_BYTES) &&
        rows_are_vectors(g.C, g.n, g.ldc, sizeof(float), 2 * sizeof(float));
    void (*const kernel)(struct tiles_gemm) = kernels[p->trans_b][vectors];
    const int bytes = STAGES * (int)sizeof(struct stage);
    CUDA_CHECK(cudaFuncSetAttribute((const void *)kernel,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    kernel<<<ceil_div(g.m, BM) * ceil_div(g.n, BN), THREADS, bytes>>>(g);
    CUDA_CHECK_LAUNCH();
}
