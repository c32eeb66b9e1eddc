// SPDX-License-Identifier: MIT
//
// product.h: the product of one GPU, by the bf16 kernels of chapter 09's step 11.
#ifndef MANY_PRODUCT_H
#define MANY_PRODUCT_H

#include "../../common/step/step.h"
#include "../many.h"

#ifdef __cplusplus
extern "C" {
#endif

// C = alpha A B^T + beta C in the default stream of the current GPU: A m x k, B n x k. `g` gives
// the leading dimensions of A and B.
void product(const struct many_gemm *g, int m, int n, int k, const uint16_t *A, const uint16_t *B,
             float alpha, float beta, uint16_t *C, int ldc);

// sums = alpha A B^T, or with `more` sums += alpha A B^T, in float32: m x n without gaps. Also in
// the default stream.
void product_add(int m, int n, int k, const uint16_t *A, int lda, const uint16_t *B, int ldb,
                 float alpha, bool more, float *sums);

// Of chapter 09, whose objects the build links to this program (mk/chapters.mk).
gemm_fn hopper_bf16_bf16, hopper_tuned_bf16;

#ifdef __cplusplus
}
#endif
#endif
