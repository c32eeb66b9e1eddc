// SPDX-License-Identifier: MIT
//
// 8_tuned: the same kernel in several sizes, and a plan that chooses one.
//
// What changed: BK is 64, so a turn has four slices and half as many barriers. A block goes from
// tile of C to tile of C, and its copies go ahead of it across their borders (producer.h): while it
// stores one tile, the first stages of the next are on their way. The size of the tile and with it
// the number of blocks on an SM come from a table (tuned_table.c).
//
// Why: of what step 7 loses, two parts can be had back: the time in which a block stores C and its
// tensor cores stand still, and the waits at barriers. A large tile needs few bytes for each
// product, but of a small C it makes too few tiles for all SMs.
//
// Expect: no bank conflicts, the same numbers for one large tile as in step 7, and more blocks
// where C is small.
#include "hierarchy.h"
#include "tuned_launch.h"

#define VARIANT(tile) hgemm_tuned_nn_##tile
#define TRANS_B false
#define BF16 false
#include "tuned_async.h"

#define VARIANT(tile) hgemm_tuned_nt_##tile
#define TRANS_B true
#define BF16 false
#include "tuned_async.h"

#define VARIANT(tile) hgemm_tuned_nn_unaligned_##tile
#define TRANS_B false
#define BF16 false
#define WAY COPY_STAGED_16
#include "tuned_staged.h"

#define VARIANT(tile) hgemm_tuned_nt_unaligned_##tile
#define TRANS_B true
#define BF16 false
#define WAY COPY_STAGED_16
#include "tuned_staged.h"

void hgemm_tuned(bool trans_a, bool trans_b, int m, int n, int k, double alpha, const void *A,
                 int lda, const void *B, int ldb, double beta, void *C, int ldc)
{
    (void)trans_a; // never: the table says NN and NT
    if (m == 0 || n == 0)
        return;
    if (alpha == 0 || operands_in_chunks(trans_b, n, k, A, lda, B, ldb))
        tuned_launch(trans_b ? hgemm_tuned_nt_kernels : hgemm_tuned_nn_kernels, COPY_ASYNC, trans_b,
                     m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    else
        tuned_launch(trans_b ? hgemm_tuned_nt_unaligned_kernels : hgemm_tuned_nn_unaligned_kernels,
                     COPY_STAGED_16, trans_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

void hgemm_tuned_plan(const struct hier_plan *plan, bool staged, bool trans_b, int m, int n, int k,
                      const void *A, const void *B, void *C)
{
    tuned_kernel *const *const kernels =
        staged ? (trans_b ? hgemm_tuned_nt_unaligned_kernels : hgemm_tuned_nn_unaligned_kernels)
               : (trans_b ? hgemm_tuned_nt_kernels : hgemm_tuned_nn_kernels);
    tuned_launch_plan(plan, kernels, staged ? COPY_STAGED_16 : COPY_ASYNC, trans_b, m, n, k, 1, A,
                      k, B, trans_b ? k : n, 0, C, n);
}
