// SPDX-License-Identifier: MIT
//
// cublas_product.h: the product of one GPU by cuBLASLt, with the fastest of the eight algorithms
// that its heuristic names for the shape.
#ifndef BENCH_CUBLAS_PRODUCT_H
#define BENCH_CUBLAS_PRODUCT_H

#include "../../11_many_gpus/parts/ranks.h"

// C = A B^T, bf16: A m x k, B n x k, row-major, in the rank's compute stream. The first call for a
// shape times the algorithms. Ends the program where cuBLASLt has none.
void cublas_product(struct rank *me, int m, int n, int k, const uint16_t *A, int lda,
                    const uint16_t *B, int ldb, uint16_t *C, int ldc);

#endif
