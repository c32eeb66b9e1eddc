// SPDX-License-Identifier: MIT
//
// launch.h: the kernels of a step and its launcher. Included at the end of the step's file, which
// has said before
//
//     STEP                         the launcher's name, and how the kernels' names begin
//     BM, BN                       the tile of C that a block computes
//     THREADS, BLOCKS_PER_SM       threads in a block; blocks that shall fit an SM
//     c_tile(g, row0, col0, trans_b, aligned, k16)
//                                  the tile of C from (row0, col0) on, by the whole block
//
// The last three arguments are literals, so there is a kernel for each of the eight cases, and none
// of them asks while it runs. The launcher chooses:
//
//     trans_b   B is stored n x k
//     aligned   all rows of A and B can be taken in pieces of 16 bytes, and those of C in float2
//     k16       the GPU has mma.m16n8k16 (compute capability 8.0)
#include "pieces.h"

static __device__ __forceinline__ void c_tiles(struct tc_gemm g, bool trans_b, bool aligned,
                                               bool k16)
{
    for (int down = blockIdx.y; down < ceil_div(g.m, BM); down += gridDim.y)
        for (int across = blockIdx.x; across < ceil_div(g.n, BN); across += gridDim.x)
            c_tile(&g, down * BM, across * BN, trans_b, aligned, k16);
}

#define TC_JOIN(step, name) step##name
#define TC_NAME(step, name) TC_JOIN(step, name)
#define TC_KERNEL(name, trans_b, aligned, k16) \
    static __global__ void __launch_bounds__(THREADS, BLOCKS_PER_SM) \
        TC_NAME(STEP, name)(struct tc_gemm g) \
    { \
        c_tiles(g, trans_b, aligned, k16); \
    }

TC_KERNEL(_nn_elements_k8, false, false, false)
TC_KERNEL(_nn_elements_k16, false, false, true)
TC_KERNEL(_nn_vectors_k8, false, true, false)
TC_KERNEL(_nn_vectors_k16, false, true, true)
TC_KERNEL(_nt_elements_k8, true, false, false)
TC_KERNEL(_nt_elements_k16, true, false, true)
TC_KERNEL(_nt_vectors_k8, true, true, false)
TC_KERNEL(_nt_vectors_k16, true, true, true)

static void (*const kernels[2][2][2])(struct tc_gemm g) = {
    // [trans_b][aligned][k16]
    {{TC_NAME(STEP, _nn_elements_k8), TC_NAME(STEP, _nn_elements_k16)},
     {TC_NAME(STEP, _nn_vectors_k8), TC_NAME(STEP, _nn_vectors_k16)}},
    {{TC_NAME(STEP, _nt_elements_k8), TC_NAME(STEP, _nt_elements_k16)},
     {TC_NAME(STEP, _nt_vectors_k8), TC_NAME(STEP, _nt_vectors_k16)}},
};

void STEP(bool trans_a, bool trans_b, int m, int n, int k, double alpha, const void *A, int lda,
          const void *B, int ldb, double beta, void *C, int ldc)
{
    (void)trans_a; // the step's row says that A is never transposed
    if (m == 0 || n == 0)
        return;
    if (alpha == 0 || k == 0) { // C = beta C: A and B are not read
        alpha = 0;
        k = 0;
    }
    const struct tc_gemm g = {
        .m = m,
        .n = n,
        .k = k,
        .alpha = (float)alpha,
        .A = (const f16 *)A,
        .lda = lda,
        .B = (const f16 *)B,
        .ldb = ldb,
        .beta = (float)beta,
        .C = (float *)C,
        .ldc = ldc,
    };
    const bool aligned = in_pieces(A, k, lda, sizeof(f16), 16) &&
                         in_pieces(B, trans_b ? k : n, ldb, sizeof(f16), 16) &&
                         in_pieces(C, n, ldc, sizeof(float), 8);
    const dim3 grid(smaller(ceil_div(n, BN), TC_MAX_GRID), smaller(ceil_div(m, BM), TC_MAX_GRID));
    kernels[trans_b][aligned][tc_has_k16()]<<<grid, THREADS>>>(g);
    CUDA_CHECK_LAUNCH();
}

#undef TC_KERNEL
#undef TC_NAME
#undef TC_JOIN
