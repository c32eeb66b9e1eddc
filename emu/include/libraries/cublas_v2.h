// SPDX-License-Identifier: MIT
//
// cublas_v2.h: cuBLAS on the emulated GPU, callable from C and C++. The functions behave as cuBLAS
// documents them: matrices are column-major, element (i, j) of A is A[i + j * lda]. emu/libraries/
// implements them.
#ifndef EMU_CUBLAS_V2_H
#define EMU_CUBLAS_V2_H
#define CUBLAS_V2_H_ // programs test this macro to distinguish the two headers

#include "cublas_api.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Handle, streams, modes ---------------------------------------------------------------------
cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t bytes);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);

// ---- Copies between host and device -------------------------------------------------------------
cublasStatus_t cublasSetVector(int n, int size, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasGetVector(int n, int size, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int cols, int size, const void *A, int lda, void *B,
                               int ldb);
cublasStatus_t cublasGetMatrix(int rows, int cols, int size, const void *A, int lda, void *B,
                               int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int size, const void *x, int incx, void *y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int size, const void *x, int incx, void *y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int size, const void *A, int lda, void *B,
                                    int ldb, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int size, const void *A, int lda, void *B,
                                    int ldb, cudaStream_t stream);

// ---- Parameters of many functions ---------------------------------------------------------------
#define EMU_FN(name, ...) cublasStatus_t cublas##name(cublasHandle_t handle, __VA_ARGS__);
#define EMU_X(T) const T *x, int incx
#define EMU_Y(T) T *y, int incy
#define EMU_A(T) const T *A, int lda
#define EMU_B(T) const T *B, int ldb
#define EMU_C(T) T *C, int ldc
#define EMU_UPLO cublasFillMode_t uplo
#define EMU_TRIANGLE cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag
#define EMU_SIZES cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k

// ---- Level 1. T: type of elements, R: its real type; P, p, RP: their letters --------------------
#define EMU_CUBLAS_LEVEL1(P, p, T, RP, R) \
    EMU_FN(P##axpy, int n, const T *alpha, EMU_X(T), EMU_Y(T)) \
    EMU_FN(P##copy, int n, EMU_X(T), EMU_Y(T)) \
    EMU_FN(P##swap, int n, T *x, int incx, EMU_Y(T)) \
    EMU_FN(P##scal, int n, const T *alpha, T *x, int incx) \
    EMU_FN(I##p##amax, int n, EMU_X(T), int *result) \
    EMU_FN(I##p##amin, int n, EMU_X(T), int *result) \
    EMU_FN(RP##nrm2, int n, EMU_X(T), R *result) \
    EMU_FN(RP##asum, int n, EMU_X(T), R *result) \
    EMU_FN(P##rot, int n, T *x, int incx, EMU_Y(T), const R *c, const T *s) \
    EMU_FN(P##rotg, T *a, T *b, R *c, T *s)
EMU_CUBLAS_LEVEL1(S, s, float, S, float)
EMU_CUBLAS_LEVEL1(D, d, double, D, double)
EMU_CUBLAS_LEVEL1(C, c, cuComplex, Sc, float)
EMU_CUBLAS_LEVEL1(Z, z, cuDoubleComplex, Dz, double)
EMU_FN(Sdot, int n, EMU_X(float), const float *y, int incy, float *result)
EMU_FN(Ddot, int n, EMU_X(double), const double *y, int incy, double *result)
EMU_FN(Cdotu, int n, EMU_X(cuComplex), const cuComplex *y, int incy, cuComplex *result)
EMU_FN(Cdotc, int n, EMU_X(cuComplex), const cuComplex *y, int incy, cuComplex *result)
EMU_FN(Zdotu, int n, EMU_X(cuDoubleComplex), const cuDoubleComplex *y, int incy,
       cuDoubleComplex *result)
EMU_FN(Zdotc, int n, EMU_X(cuDoubleComplex), const cuDoubleComplex *y, int incy,
       cuDoubleComplex *result)
EMU_FN(Csscal, int n, const float *alpha, cuComplex *x, int incx)
EMU_FN(Zdscal, int n, const double *alpha, cuDoubleComplex *x, int incx)
EMU_FN(Csrot, int n, cuComplex *x, int incx, EMU_Y(cuComplex), const float *c, const float *s)
EMU_FN(Zdrot, int n, cuDoubleComplex *x, int incx, EMU_Y(cuDoubleComplex), const double *c,
       const double *s)
EMU_FN(Srotm, int n, float *x, int incx, EMU_Y(float), const float *param)
EMU_FN(Drotm, int n, double *x, int incx, EMU_Y(double), const double *param)
EMU_FN(Srotmg, float *d1, float *d2, float *x1, const float *y1, float *param)
EMU_FN(Drotmg, double *d1, double *d2, double *x1, const double *y1, double *param)

// ---- Level 2 ------------------------------------------------------------------------------------
#define EMU_CUBLAS_LEVEL2(P, T) \
    EMU_FN(P##gemv, cublasOperation_t trans, int m, int n, const T *alpha, EMU_A(T), EMU_X(T), \
           const T *beta, EMU_Y(T)) \
    EMU_FN(P##gbmv, cublasOperation_t trans, int m, int n, int kl, int ku, const T *alpha, \
           EMU_A(T), EMU_X(T), const T *beta, EMU_Y(T)) \
    EMU_FN(P##trmv, EMU_TRIANGLE, int n, EMU_A(T), T *x, int incx) \
    EMU_FN(P##trsv, EMU_TRIANGLE, int n, EMU_A(T), T *x, int incx) \
    EMU_FN(P##tbmv, EMU_TRIANGLE, int n, int k, EMU_A(T), T *x, int incx) \
    EMU_FN(P##tbsv, EMU_TRIANGLE, int n, int k, EMU_A(T), T *x, int incx) \
    EMU_FN(P##tpmv, EMU_TRIANGLE, int n, const T *AP, T *x, int incx) \
    EMU_FN(P##tpsv, EMU_TRIANGLE, int n, const T *AP, T *x, int incx)
// With a symmetric matrix (sy, sb, sp), or a Hermitian one (he, hb, hp); R: the type of alpha in
// rank-1 updates.
#define EMU_CUBLAS_SYMMETRIC(P, T, R, full) \
    EMU_FN(P##full##mv, EMU_UPLO, int n, const T *alpha, EMU_A(T), EMU_X(T), const T *beta, \
           EMU_Y(T)) \
    EMU_FN(P##full##r, EMU_UPLO, int n, const R *alpha, EMU_X(T), T *A, int lda) \
    EMU_FN(P##full##r2, EMU_UPLO, int n, const T *alpha, EMU_X(T), const T *y, int incy, T *A, \
           int lda)
#define EMU_CUBLAS_PACKED(P, T, R, band, packed) \
    EMU_FN(P##band##mv, EMU_UPLO, int n, int k, const T *alpha, EMU_A(T), EMU_X(T), const T *beta, \
           EMU_Y(T)) \
    EMU_FN(P##packed##mv, EMU_UPLO, int n, const T *alpha, const T *AP, EMU_X(T), const T *beta, \
           EMU_Y(T)) \
    EMU_FN(P##packed##r, EMU_UPLO, int n, const R *alpha, EMU_X(T), T *AP) \
    EMU_FN(P##packed##r2, EMU_UPLO, int n, const T *alpha, EMU_X(T), const T *y, int incy, T *AP)
#define EMU_CUBLAS_GER(name, T) \
    EMU_FN(name, int m, int n, const T *alpha, EMU_X(T), const T *y, int incy, T *A, int lda)
EMU_CUBLAS_LEVEL2(S, float)
EMU_CUBLAS_LEVEL2(D, double)
EMU_CUBLAS_LEVEL2(C, cuComplex)
EMU_CUBLAS_LEVEL2(Z, cuDoubleComplex)
EMU_CUBLAS_SYMMETRIC(S, float, float, sy)
EMU_CUBLAS_SYMMETRIC(D, double, double, sy)
EMU_CUBLAS_SYMMETRIC(C, cuComplex, cuComplex, sy)
EMU_CUBLAS_SYMMETRIC(Z, cuDoubleComplex, cuDoubleComplex, sy)
EMU_CUBLAS_SYMMETRIC(C, cuComplex, float, he)
EMU_CUBLAS_SYMMETRIC(Z, cuDoubleComplex, double, he)
EMU_CUBLAS_PACKED(S, float, float, sb, sp)
EMU_CUBLAS_PACKED(D, double, double, sb, sp)
EMU_CUBLAS_PACKED(C, cuComplex, float, hb, hp)
EMU_CUBLAS_PACKED(Z, cuDoubleComplex, double, hb, hp)
EMU_CUBLAS_GER(Sger, float)
EMU_CUBLAS_GER(Dger, double)
EMU_CUBLAS_GER(Cgeru, cuComplex)
EMU_CUBLAS_GER(Cgerc, cuComplex)
EMU_CUBLAS_GER(Zgeru, cuDoubleComplex)
EMU_CUBLAS_GER(Zgerc, cuDoubleComplex)

// ---- Level 3 ------------------------------------------------------------------------------------
#define EMU_CUBLAS_GEMM(P, T) \
    EMU_FN(P##gemm, EMU_SIZES, const T *alpha, EMU_A(T), EMU_B(T), const T *beta, EMU_C(T)) \
    EMU_FN(P##gemmBatched, EMU_SIZES, const T *alpha, const T *const A[], int lda, \
           const T *const B[], int ldb, const T *beta, T *const C[], int ldc, int batch) \
    EMU_FN(P##gemmStridedBatched, EMU_SIZES, const T *alpha, EMU_A(T), long long strideA, \
           EMU_B(T), long long strideB, const T *beta, EMU_C(T), long long strideC, int batch)
#define EMU_CUBLAS_LEVEL3(P, T) \
    EMU_FN(P##symm, cublasSideMode_t side, EMU_UPLO, int m, int n, const T *alpha, EMU_A(T), \
           EMU_B(T), const T *beta, EMU_C(T)) \
    EMU_FN(P##syrk, EMU_UPLO, cublasOperation_t trans, int n, int k, const T *alpha, EMU_A(T), \
           const T *beta, EMU_C(T)) \
    EMU_FN(P##syr2k, EMU_UPLO, cublasOperation_t trans, int n, int k, const T *alpha, EMU_A(T), \
           EMU_B(T), const T *beta, EMU_C(T)) \
    EMU_FN(P##syrkx, EMU_UPLO, cublasOperation_t trans, int n, int k, const T *alpha, EMU_A(T), \
           EMU_B(T), const T *beta, EMU_C(T)) \
    EMU_FN(P##trmm, cublasSideMode_t side, EMU_TRIANGLE, int m, int n, const T *alpha, EMU_A(T), \
           EMU_B(T), EMU_C(T)) \
    EMU_FN(P##trsm, cublasSideMode_t side, EMU_TRIANGLE, int m, int n, const T *alpha, EMU_A(T), \
           T *B, int ldb) \
    EMU_FN(P##geam, cublasOperation_t transa, cublasOperation_t transb, int m, int n, \
           const T *alpha, EMU_A(T), const T *beta, EMU_B(T), EMU_C(T)) \
    EMU_FN(P##dgmm, cublasSideMode_t side, int m, int n, EMU_A(T), EMU_X(T), EMU_C(T))
#define EMU_CUBLAS_HERMITIAN3(P, T, R) \
    EMU_FN(P##hemm, cublasSideMode_t side, EMU_UPLO, int m, int n, const T *alpha, EMU_A(T), \
           EMU_B(T), const T *beta, EMU_C(T)) \
    EMU_FN(P##herk, EMU_UPLO, cublasOperation_t trans, int n, int k, const R *alpha, EMU_A(T), \
           const R *beta, EMU_C(T)) \
    EMU_FN(P##her2k, EMU_UPLO, cublasOperation_t trans, int n, int k, const T *alpha, EMU_A(T), \
           EMU_B(T), const R *beta, EMU_C(T))
EMU_CUBLAS_GEMM(S, float)
EMU_CUBLAS_GEMM(D, double)
EMU_CUBLAS_GEMM(C, cuComplex)
EMU_CUBLAS_GEMM(Z, cuDoubleComplex)
#ifdef __cplusplus
EMU_CUBLAS_GEMM(H, __half)
#endif
EMU_CUBLAS_LEVEL3(S, float)
EMU_CUBLAS_LEVEL3(D, double)
EMU_CUBLAS_LEVEL3(C, cuComplex)
EMU_CUBLAS_LEVEL3(Z, cuDoubleComplex)
EMU_CUBLAS_HERMITIAN3(C, cuComplex, float)
EMU_CUBLAS_HERMITIAN3(Z, cuDoubleComplex, double)

// ---- Many small systems of equations ------------------------------------------------------------
#define EMU_CUBLAS_LU(P, T) \
    EMU_FN(P##getrfBatched, int n, T *const Aarray[], int lda, int *PivotArray, int *infoArray, \
           int batchSize) \
    EMU_FN(P##getriBatched, int n, const T *const Aarray[], int lda, const int *PivotArray, \
           T *const Carray[], int ldc, int *infoArray, int batchSize) \
    EMU_FN(P##getrsBatched, cublasOperation_t trans, int n, int nrhs, const T *const Aarray[], \
           int lda, const int *devIpiv, T *const Barray[], int ldb, int *info, int batchSize)
EMU_CUBLAS_LU(S, float)
EMU_CUBLAS_LU(D, double)
EMU_CUBLAS_LU(C, cuComplex)
EMU_CUBLAS_LU(Z, cuDoubleComplex)
#undef EMU_CUBLAS_LU

// ---- Elements of other types --------------------------------------------------------------------
EMU_FN(GemmEx, EMU_SIZES, const void *alpha, const void *A, cudaDataType Atype, int lda,
       const void *B, cudaDataType Btype, int ldb, const void *beta, void *C, cudaDataType Ctype,
       int ldc, cublasComputeType_t compute, cublasGemmAlgo_t algorithm)
EMU_FN(GemmStridedBatchedEx, EMU_SIZES, const void *alpha, const void *A, cudaDataType Atype,
       int lda, long long strideA, const void *B, cudaDataType Btype, int ldb, long long strideB,
       const void *beta, void *C, cudaDataType Ctype, int ldc, long long strideC, int batch,
       cublasComputeType_t compute, cublasGemmAlgo_t algorithm)
EMU_FN(GemmBatchedEx, EMU_SIZES, const void *alpha, const void *const A[], cudaDataType Atype,
       int lda, const void *const B[], cudaDataType Btype, int ldb, const void *beta,
       void *const C[], cudaDataType Ctype, int ldc, int batch, cublasComputeType_t compute,
       cublasGemmAlgo_t algorithm)
EMU_FN(SgemmEx, EMU_SIZES, const float *alpha, const void *A, cudaDataType Atype, int lda,
       const void *B, cudaDataType Btype, int ldb, const float *beta, void *C, cudaDataType Ctype,
       int ldc)
#define EMU_X_EX const void *x, cudaDataType x_type, int incx
#define EMU_Y_EX cudaDataType y_type, int incy
EMU_FN(AxpyEx, int n, const void *alpha, cudaDataType alpha_type, EMU_X_EX, void *y, EMU_Y_EX,
       cudaDataType execution)
EMU_FN(ScalEx, int n, const void *alpha, cudaDataType alpha_type, void *x, cudaDataType x_type,
       int incx, cudaDataType execution)
EMU_FN(DotEx, int n, EMU_X_EX, const void *y, EMU_Y_EX, void *result, cudaDataType result_type,
       cudaDataType execution)
EMU_FN(DotcEx, int n, EMU_X_EX, const void *y, EMU_Y_EX, void *result, cudaDataType result_type,
       cudaDataType execution)
EMU_FN(Nrm2Ex, int n, EMU_X_EX, void *result, cudaDataType result_type, cudaDataType execution)
#undef EMU_X_EX
#undef EMU_Y_EX

#undef EMU_FN
#undef EMU_X
#undef EMU_Y
#undef EMU_A
#undef EMU_B
#undef EMU_C
#undef EMU_UPLO
#undef EMU_TRIANGLE
#undef EMU_SIZES

// The symbol names in cuBLAS's libraries.
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasSetStream_v2 cublasSetStream
#define cublasSgemm_v2 cublasSgemm
#define cublasDgemm_v2 cublasDgemm

#ifdef __cplusplus
}

// CUDA 10 passed the compute type as an element type.
static inline cublasComputeType_t emu_compute_type(cudaDataType type)
{
    return type == CUDA_R_16F                         ? CUBLAS_COMPUTE_16F
           : type == CUDA_R_32I                       ? CUBLAS_COMPUTE_32I
           : type == CUDA_R_64F || type == CUDA_C_64F ? CUBLAS_COMPUTE_64F
                                                      : CUBLAS_COMPUTE_32F;
}

static inline __attribute__((always_inline)) cublasStatus_t
cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
             int n, int k, const void *alpha, const void *A, cudaDataType Atype, int lda,
             const void *B, cudaDataType Btype, int ldb, const void *beta, void *C,
             cudaDataType Ctype, int ldc, cudaDataType compute, cublasGemmAlgo_t algorithm)
{
    return cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta,
                        C, Ctype, ldc, emu_compute_type(compute), algorithm);
}
#endif
#endif
