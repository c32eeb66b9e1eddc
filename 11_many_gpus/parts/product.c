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
