// SPDX-License-Identifier: MIT
//
// blas_gemm_calls.c: the functions of cuBLAS that compute a general matrix product.
#include "blas_gemm.h"

typedef uint16_t half_bits; // __half in C

// alpha and beta have the type of the computation.
static cudaDataType scale_of(cublasComputeType_t compute, cudaDataType c)
{
    switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC: return CUDA_R_16F;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC: return CUDA_R_32I;
    default: return c == CUDA_C_32F || c == CUDA_C_64F || c == CUDA_R_64F ? c : CUDA_R_32F;
    }
}

#define SIZES cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k
#define OPERAND(X, x, how) \
    { \
        .name = #X, .ld_name = "ld" #x, how, .type = X##type, .ld = ld##x, .stride = stride##X \
    }
#define GEMM(Name, how) \
    (&(struct gemm){.call = BLAS_CALL(Name), \
                    .op_a = transa, \
                    .op_b = transb, \
                    .m = m, \
                    .n = n, \
                    .k = k, \
                    .batch = batch, \
                    .a = OPERAND(A, a, how A), \
                    .b = OPERAND(B, b, how B), \
                    .c = OPERAND(C, c, how(void *)(uintptr_t) C), \
                    .alpha = alpha, \
                    .beta = beta, \
                    .compute = compute, \
                    .scale = scale_of(compute, Ctype)})
#define ONE .start =
#define EACH .each = (const void *const *)(uintptr_t)

cublasStatus_t cublasGemmEx(cublasHandle_t handle, SIZES, const void *alpha, const void *A,
                            cudaDataType Atype, int lda, const void *B, cudaDataType Btype, int ldb,
                            const void *beta, void *C, cudaDataType Ctype, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algorithm)
{
    const long long strideA = 0, strideB = 0, strideC = 0;
    const int batch = 1;
    (void)algorithm;
    return blas_gemm(GEMM("cublasGemmEx", ONE));
}

cublasStatus_t cublasSgemmEx(cublasHandle_t handle, SIZES, const float *alpha, const void *A,
                             cudaDataType Atype, int lda, const void *B, cudaDataType Btype,
                             int ldb, const float *beta, void *C, cudaDataType Ctype, int ldc)
{
    const cublasComputeType_t compute = CUBLAS_COMPUTE_32F;
    const long long strideA = 0, strideB = 0, strideC = 0;
    const int batch = 1;
    return blas_gemm(GEMM("cublasSgemmEx", ONE));
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, SIZES, const void *alpha,
                                          const void *A, cudaDataType Atype, int lda,
                                          long long strideA, const void *B, cudaDataType Btype,
                                          int ldb, long long strideB, const void *beta, void *C,
                                          cudaDataType Ctype, int ldc, long long strideC, int batch,
                                          cublasComputeType_t compute, cublasGemmAlgo_t algorithm)
{
    (void)algorithm;
    return blas_gemm(GEMM("cublasGemmStridedBatchedEx", ONE));
}

cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, SIZES, const void *alpha,
                                   const void *const A[], cudaDataType Atype, int lda,
                                   const void *const B[], cudaDataType Btype, int ldb,
                                   const void *beta, void *const C[], cudaDataType Ctype, int ldc,
                                   int batch, cublasComputeType_t compute,
                                   cublasGemmAlgo_t algorithm)
{
    const long long strideA = 0, strideB = 0, strideC = 0;
    (void)algorithm;
    return blas_gemm(GEMM("cublasGemmBatchedEx", EACH));
}

#define FAMILY(P, T, type, computes) \
    cublasStatus_t cublas##P##gemm(cublasHandle_t handle, SIZES, const T *alpha, const T *A, \
                                   int lda, const T *B, int ldb, const T *beta, T *C, int ldc) \
    { \
        const cudaDataType Atype = type, Btype = type, Ctype = type; \
        const cublasComputeType_t compute = computes; \
        const long long strideA = 0, strideB = 0, strideC = 0; \
        const int batch = 1; \
        return blas_gemm(GEMM("cublas" #P "gemm", ONE)); \
    } \
    cublasStatus_t cublas##P##gemmStridedBatched( \
        cublasHandle_t handle, SIZES, const T *alpha, const T *A, int lda, long long strideA, \
        const T *B, int ldb, long long strideB, const T *beta, T *C, int ldc, long long strideC, \
        int batch) \
    { \
        const cudaDataType Atype = type, Btype = type, Ctype = type; \
        const cublasComputeType_t compute = computes; \
        return blas_gemm(GEMM("cublas" #P "gemmStridedBatched", ONE)); \
    } \
    cublasStatus_t cublas##P##gemmBatched( \
        cublasHandle_t handle, SIZES, const T *alpha, const T *const A[], int lda, \
        const T *const B[], int ldb, const T *beta, T *const C[], int ldc, int batch) \
    { \
        const cudaDataType Atype = type, Btype = type, Ctype = type; \
        const cublasComputeType_t compute = computes; \
        const long long strideA = 0, strideB = 0, strideC = 0; \
        return blas_gemm(GEMM("cublas" #P "gemmBatched", EACH)); \
    }

cublasStatus_t cublasHgemm(cublasHandle_t handle, SIZES, const half_bits *alpha, const half_bits *A,
                           int lda, const half_bits *B, int ldb, const half_bits *beta,
                           half_bits *C, int ldc);
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, SIZES, const half_bits *alpha,
                                         const half_bits *A, int lda, long long strideA,
                                         const half_bits *B, int ldb, long long strideB,
                                         const half_bits *beta, half_bits *C, int ldc,
                                         long long strideC, int batch);
cublasStatus_t cublasHgemmBatched(cublasHandle_t handle, SIZES, const half_bits *alpha,
                                  const half_bits *const A[], int lda, const half_bits *const B[],
                                  int ldb, const half_bits *beta, half_bits *const C[], int ldc,
                                  int batch);
FAMILY(S, float, CUDA_R_32F, CUBLAS_COMPUTE_32F)
FAMILY(D, double, CUDA_R_64F, CUBLAS_COMPUTE_64F)
FAMILY(C, cuComplex, CUDA_C_32F, CUBLAS_COMPUTE_32F)
FAMILY(Z, cuDoubleComplex, CUDA_C_64F, CUBLAS_COMPUTE_64F)
FAMILY(H, half_bits, CUDA_R_16F, CUBLAS_COMPUTE_16F)
