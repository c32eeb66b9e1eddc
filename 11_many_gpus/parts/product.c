// SPDX-License-Identifier: MIT
#include "product.h"

void product(const struct many_gemm *g, int m, int n, int k, const uint16_t *A, const uint16_t *B,
             float alpha, float beta, uint16_t *C, int ldc)
{
    const struct gemm one = {.problem = {.trans_b = true,
                                         .m = m,
                                         .n = n,
                                         .k = k,
                                         .alpha = alpha,
                                         .beta = beta,
                                         .lda = g->lda,
                                         .ldb = g->ldb,
                                         .ldc = ldc},
                             .A = A,
                             .B = B,
                             .C = C};
    if (m > 0 && n > 0)
        hopper_bf16_bf16(&one);
}

void product_add(int m, int n, int k, const uint16_t *A, int lda, const uint16_t *B, int ldb,
                 float alpha, bool more, float *sums)
{
    const struct gemm one = {.problem = {.trans_b = true,
                                         .m = m,
                                         .n = n,
                                         .k = k,
                                         .alpha = alpha,
                                         .beta = more,
                                         .lda = lda,
                                         .ldb = ldb,
                                         .ldc = n},
                             .A = A,
                             .B = B,
                             .C = sums};
    if (m > 0 && n > 0)
        hopper_tuned_bf16(&one);
}
