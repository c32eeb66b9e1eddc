// SPDX-License-Identifier: MIT
//
// cublasXt.h: cuBLAS for matrices in host memory, on any number of GPUs; here on one, which gets
// copies of whole matrices. Products only.
#ifndef EMU_CUBLASXT_H
#define EMU_CUBLASXT_H
#define CUBLAS_XT_H_ // programs test this macro to detect the library

#include "cublas_v2.h"

typedef cublasHandle_t cublasXtHandle_t;

static inline __attribute__((unused)) cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle)
{
    return cublasCreate(handle);
}
static inline __attribute__((unused)) cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle)
{
    return cublasDestroy(handle);
}
static inline __attribute__((unused)) cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle,
                                                                          int count, int devices[])
{
    return handle && count > 0 && devices ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}
static inline __attribute__((unused)) cublasStatus_t
cublasXtSetBlockDim(cublasXtHandle_t handle,
                    int size) // of the tiles for the GPUs: not used here
{
    return handle && size > 0 ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

// A dense copy in device memory of a matrix anywhere; NULL if memory runs out.
static inline __attribute__((unused)) void *emu_xt_copy(const void *from, size_t ld, size_t rows,
                                                        size_t columns, size_t size)
{
    void *p = NULL;
    if (cudaMalloc(&p, rows * columns * size) != cudaSuccess)
        return NULL;
    cudaMemcpy2D(p, rows * size, from, ld * size, rows * size, columns, cudaMemcpyDefault);
    return p;
}

#define EMU_XT_GEMM(P, T) \
    static inline __attribute__((unused)) cublasStatus_t cublasXt##P##gemm( \
        cublasXtHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, size_t m, \
        size_t n, size_t k, const T *alpha, const T *A, size_t lda, const T *B, size_t ldb, \
        const T *beta, T *C, size_t ldc) \
    { \
        const size_t a_rows = op_a == CUBLAS_OP_N ? m : k, b_rows = op_b == CUBLAS_OP_N ? k : n; \
        if (m == 0 || n == 0 || k == 0 || lda < a_rows || ldb < b_rows || ldc < m) \
            return m && n && k ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS; \
        T *a = (T *)emu_xt_copy(A, lda, a_rows, m + k - a_rows, sizeof *A); \
        T *b = (T *)emu_xt_copy(B, ldb, b_rows, n + k - b_rows, sizeof *B); \
        T *c = (T *)emu_xt_copy(C, ldc, m, n, sizeof *C); \
        cublasStatus_t status = CUBLAS_STATUS_ALLOC_FAILED; \
        if (a && b && c) { \
            status = cublas##P##gemm(handle, op_a, op_b, (int)m, (int)n, (int)k, alpha, a, \
                                     (int)a_rows, b, (int)b_rows, beta, c, (int)m); \
            cudaMemcpy2D(C, ldc * sizeof *C, c, m * sizeof *C, m * sizeof *C, n, \
                         cudaMemcpyDefault); \
        } \
        cudaFree(a); \
        cudaFree(b); \
        cudaFree(c); \
        return status; \
    }
EMU_XT_GEMM(S, float)
EMU_XT_GEMM(D, double)
EMU_XT_GEMM(C, cuComplex)
EMU_XT_GEMM(Z, cuDoubleComplex)
#undef EMU_XT_GEMM

#endif
