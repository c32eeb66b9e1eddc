// SPDX-License-Identifier: MIT
//
// blas_gemm.h: D = f(alpha op(A) op(B) + beta C) for all element types, one product or a batch.
#ifndef BLAS_GEMM_H
#define BLAS_GEMM_H

#include "blas.h"

struct gemm_operand {
    const char *name, *ld_name;
    const void *start;       // or
    const void *const *each; // an array, in device memory, of one pointer per product
    cudaDataType type;
    long long ld, stride; // stride: elements from one product's matrix to the next
    bool by_rows;         // element (i, j) is at i * ld + j
};

struct gemm {
    struct blas_call call;
    cublasOperation_t op_a, op_b;
    int m, n, k, batch;
    struct gemm_operand a, b, c, d; // d.start null: the result is stored in c
    const void *alpha, *beta;
    cublasComputeType_t compute;
    cudaDataType scale; // of alpha and beta
    const void *bias;   // one number per row of D, or NULL
    cudaDataType bias_type;
    enum { GEMM_PLAIN, GEMM_RELU, GEMM_GELU } activation;
};

cublasStatus_t blas_gemm(const struct gemm *gemm);

#endif
