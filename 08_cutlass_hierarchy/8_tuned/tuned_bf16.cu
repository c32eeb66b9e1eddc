// SPDX-License-Identifier: MIT
//
// tuned_bf16.cu: 8_tuned for bf16: another instruction, all else as it is.
#include "../hierarchy.h"
#include "tuned_launch.h"

#define VARIANT(tile) bgemm_tuned_nn_##tile
#define TRANS_B false
#define BF16 true
#include "tuned_async.h"

#define VARIANT(tile) bgemm_tuned_nt_##tile
#define TRANS_B true
#define BF16 true
#include "tuned_async.h"

void bgemm_tuned(bool trans_a, bool trans_b, int m, int n, int k, double alpha, const void *A,
                 int lda, const void *B, int ldb, double beta, void *C, int ldc)
{
    (void)trans_a; // never: the table says NN and NT
    if (m > 0 && n > 0)
        tuned_launch_packed(trans_b ? bgemm_tuned_nt_kernels : bgemm_tuned_nn_kernels, trans_b, m,
                            n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}
