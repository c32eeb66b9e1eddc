// SPDX-License-Identifier: MIT
// cublas.h: the cuBLAS interface from before cublas_v2.h: without a handle, with letters for modes
// and returned results. Contains the functions that old programs use, for float and double; they
// call the new ones.
#ifndef EMU_CUBLAS_H
#define EMU_CUBLAS_H
#ifdef CUBLAS_V2_H_
#error "cublas.h and cublas_v2.h give the same names to different functions: include one of them"
#endif

#include "cublas_api.h"

typedef cublasStatus_t cublasStatus;

#ifdef __cplusplus
extern "C" {
#endif

cublasHandle_t emu_cublas_legacy(void);                  // the only handle
cublasStatus_t emu_cublas_status(cublasStatus_t status); // stored for cublasGetError if it is an
                                                         // error
cublasStatus_t cublasGetError(void);
cublasStatus_t cublasInit(void);
cublasStatus_t cublasShutdown(void);
cublasStatus_t cublasAlloc(int n, int size, void **p);
cublasStatus_t cublasFree(void *p);
cublasStatus_t cublasSetKernelStream(cudaStream_t stream);
cublasStatus_t cublasSetVector(int n, int size, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasGetVector(int n, int size, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int cols, int size, const void *A, int lda, void *B,
                               int ldb);
cublasStatus_t cublasGetMatrix(int rows, int cols, int size, const void *A, int lda, void *B,
                               int ldb);

static inline __attribute__((unused)) cublasOperation_t emu_cublas_op(char c)
{
    return c == 'n' || c == 'N' ? CUBLAS_OP_N : c == 't' || c == 'T' ? CUBLAS_OP_T : CUBLAS_OP_C;
}
static inline __attribute__((unused)) cublasFillMode_t emu_cublas_uplo(char c)
{
    return c == 'u' || c == 'U' ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
}
static inline __attribute__((unused)) cublasDiagType_t emu_cublas_diag(char c)
{
    return c == 'u' || c == 'U' ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
}
static inline __attribute__((unused)) cublasSideMode_t emu_cublas_side(char c)
{
    return c == 'r' || c == 'R' ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT;
}

#ifdef __cplusplus
} // extern "C"
#define EMU_V2(name, ...) \
    extern "C" cublasStatus_t emu_v2_##name(cublasHandle_t, __VA_ARGS__) __asm__("cublas" #name);
#else
#define EMU_V2(name, ...) \
    cublasStatus_t emu_v2_##name(cublasHandle_t, __VA_ARGS__) __asm__("cublas" #name);
#endif
// A function without a result, and one that returns its result.
#define EMU_OLD(name, parameters, ...) \
    static inline __attribute__((always_inline, unused)) void cublas##name parameters \
    { \
        emu_cublas_status(emu_v2_##name(emu_cublas_legacy(), __VA_ARGS__)); \
    }
#define EMU_OLD_RESULT(type, name, parameters, ...) \
    static inline __attribute__((always_inline, unused)) type cublas##name parameters \
    { \
        type result = 0; \
        emu_cublas_status(emu_v2_##name(emu_cublas_legacy(), __VA_ARGS__, &result)); \
        return result; \
    }

#define EMU_CUBLAS_OLD(P, p, T) \
    EMU_V2(P##axpy, int, const T *, const T *, int, T *, int) \
    EMU_V2(P##scal, int, const T *, T *, int) \
    EMU_V2(P##copy, int, const T *, int, T *, int) \
    EMU_V2(P##swap, int, T *, int, T *, int) \
    EMU_V2(P##dot, int, const T *, int, const T *, int, T *) \
    EMU_V2(P##nrm2, int, const T *, int, T *) \
    EMU_V2(P##asum, int, const T *, int, T *) \
    EMU_V2(I##p##amax, int, const T *, int, int *) \
    EMU_V2(I##p##amin, int, const T *, int, int *) \
    EMU_V2(P##gemv, cublasOperation_t, int, int, const T *, const T *, int, const T *, int, \
           const T *, T *, int) \
    EMU_V2(P##ger, int, int, const T *, const T *, int, const T *, int, T *, int) \
    EMU_V2(P##gemm, cublasOperation_t, cublasOperation_t, int, int, int, const T *, const T *, \
           int, const T *, int, const T *, T *, int) \
    EMU_V2(P##trsm, cublasSideMode_t, cublasFillMode_t, cublasOperation_t, cublasDiagType_t, int, \
           int, const T *, const T *, int, T *, int) \
    EMU_OLD(P##axpy, (int n, T alpha, const T *x, int incx, T *y, int incy), n, &alpha, x, incx, \
            y, incy) \
    EMU_OLD(P##scal, (int n, T alpha, T *x, int incx), n, &alpha, x, incx) \
    EMU_OLD(P##copy, (int n, const T *x, int incx, T *y, int incy), n, x, incx, y, incy) \
    EMU_OLD(P##swap, (int n, T *x, int incx, T *y, int incy), n, x, incx, y, incy) \
    EMU_OLD_RESULT(T, P##dot, (int n, const T *x, int incx, const T *y, int incy), n, x, incx, y, \
                   incy) \
    EMU_OLD_RESULT(T, P##nrm2, (int n, const T *x, int incx), n, x, incx) \
    EMU_OLD_RESULT(T, P##asum, (int n, const T *x, int incx), n, x, incx) \
    EMU_OLD_RESULT(int, I##p##amax, (int n, const T *x, int incx), n, x, incx) \
    EMU_OLD_RESULT(int, I##p##amin, (int n, const T *x, int incx), n, x, incx) \
    EMU_OLD(P##gemv, \
            (char trans, int m, int n, T alpha, const T *A, int lda, const T *x, int incx, T beta, \
             T *y, int incy), \
            emu_cublas_op(trans), m, n, &alpha, A, lda, x, incx, &beta, y, incy) \
    EMU_OLD(P##ger, \
            (int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *A, int lda), m, \
            n, &alpha, x, incx, y, incy, A, lda) \
    EMU_OLD(P##gemm, \
            (char transa, char transb, int m, int n, int k, T alpha, const T *A, int lda, \
             const T *B, int ldb, T beta, T *C, int ldc), \
            emu_cublas_op(transa), emu_cublas_op(transb), m, n, k, &alpha, A, lda, B, ldb, &beta, \
            C, ldc) \
    EMU_OLD(P##trsm, \
            (char side, char uplo, char trans, char diag, int m, int n, T alpha, const T *A, \
             int lda, T *B, int ldb), \
            emu_cublas_side(side), emu_cublas_uplo(uplo), emu_cublas_op(trans), \
            emu_cublas_diag(diag), m, n, &alpha, A, lda, B, ldb)
EMU_CUBLAS_OLD(S, s, float)
EMU_CUBLAS_OLD(D, d, double)
#undef EMU_V2
#undef EMU_OLD
#undef EMU_OLD_RESULT
#endif
