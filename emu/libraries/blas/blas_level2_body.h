// SPDX-License-Identifier: MIT
//
// blas_level2_body.h: level 2 for elements of one type (blas.h).
#include "blas_view_body.h"

#define FN(name) GLUE(P, name, )
#define X(i) x[(ptrdiff_t)(i)*job->incx]
#define Y(i) y[(ptrdiff_t)(i)*job->incy]

#include "blas_scalar_body.h"

// ---- y = alpha op(A) x + beta y -------------------------------------------------------------------

static void FN(multiply)(void *arg)
{
    const struct level2 *job = arg;
    const struct view *a = &job->a;
    const bool turned = job->op == CUBLAS_OP_T || job->op == CUBLAS_OP_C;
    const int rows = turned ? a->cols : a->rows, cols = turned ? a->rows : a->cols;
    const T alpha = FN(scalar)(&job->call, "alpha", job->alpha, job->real_alpha),
            beta = FN(scalar)(&job->call, "beta", job->beta, job->real_alpha);
    const T *x = (const T *)job->x + blas_first(cols, job->incx);
    T *y = (T *)job->y + blas_first(rows, job->incy);
    if (alpha != 0) {
        view_touch("A", LOAD, a, sizeof(T));
        blas_touch_vector("x", LOAD, job->x, cols, job->incx, sizeof(T));
    }
    if (beta != 0)
        blas_touch_vector("y", LOAD, job->y, rows, job->incy, sizeof(T));
    blas_touch_vector("y", STORE, job->y, rows, job->incy, sizeof(T));
    WIDE *sum = library_memory((size_t)rows, sizeof *sum);
    // Column by column, as they are stored: without a transpose each column contributes to all
    // sums.
    for (int j = 0; j < cols && alpha != 0 && !turned; j++)
        for (int i = 0; i < rows; i++)
            sum[i] += (WIDE)FN(operated)(a, job->op, i, j) * X(j);
    for (int i = 0; i < rows && alpha != 0 && turned; i++)
        for (int j = 0; j < cols; j++)
            sum[i] += (WIDE)FN(operated)(a, job->op, i, j) * X(j);
    for (int i = 0; i < rows; i++)
        Y(i) = (T)(alpha * (T)sum[i] + (beta != 0 ? beta * Y(i) : 0));
    free(sum);
}

static cublasStatus_t FN(mv)(struct blas_call call, struct view a, cublasOperation_t op,
                             const void *alpha, const void *x, int incx, const void *beta, void *y,
                             int incy, cublasFillMode_t uplo)
{
    struct level2 job = {.call = call,
                         .a = a,
                         .op = op,
                         .alpha = alpha,
                         .x = x,
                         .incx = incx,
                         .beta = beta,
                         .y = y,
                         .incy = incy};
    if (call.handle && !blas_is_given(&call, "beta", beta))
        return CUBLAS_STATUS_INVALID_VALUE;
    return run_level2(&job, FN(multiply), uplo);
}

cublasStatus_t NAME(gemv)(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                          const CU *alpha, const CU *A, int lda, const CU *x, int incx,
                          const CU *beta, CU *y, int incy)
{
    CALL(gemv);
    return FN(mv)(call, (struct view){.start = A, .ld = lda, .rows = m, .cols = n}, trans, alpha, x,
                  incx, beta, y, incy, 0);
}

cublasStatus_t NAME(gbmv)(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int kl,
                          int ku, const CU *alpha, const CU *A, int lda, const CU *x, int incx,
                          const CU *beta, CU *y, int incy)
{
    CALL(gbmv);
    const struct view a = {
        .start = A, .ld = lda, .storage = BAND, .rows = m, .cols = n, .below = kl, .above = ku};
    return FN(mv)(call, a, trans, alpha, x, incx, beta, y, incy, 0);
}

#define FULL_MV(name, mirror) \
    cublasStatus_t NAME(name)(cublasHandle_t handle, cublasFillMode_t uplo, int n, \
                              const CU *alpha, const CU *A, int lda, const CU *x, int incx, \
                              const CU *beta, CU *y, int incy) \
    { \
        CALL(name); \
        return FN(mv)(call, square(mirror, uplo, n, A, lda), CUBLAS_OP_N, alpha, x, incx, beta, y, \
                      incy, uplo); \
    }
#define BAND_MV(name, mirror) \
    cublasStatus_t NAME(name)(cublasHandle_t handle, cublasFillMode_t uplo, int n, int k, \
                              const CU *alpha, const CU *A, int lda, const CU *x, int incx, \
                              const CU *beta, CU *y, int incy) \
    { \
        CALL(name); \
        return FN(mv)(call, band(square(mirror, uplo, n, A, lda), k), CUBLAS_OP_N, alpha, x, incx, \
                      beta, y, incy, uplo); \
    }
#define PACKED_MV(name, mirror) \
    cublasStatus_t NAME(name)(cublasHandle_t handle, cublasFillMode_t uplo, int n, \
                              const CU *alpha, const CU *AP, const CU *x, int incx, \
                              const CU *beta, CU *y, int incy) \
    { \
        CALL(name); \
        return FN(mv)(call, packed(square(mirror, uplo, n, AP, n)), CUBLAS_OP_N, alpha, x, incx, \
                      beta, y, incy, uplo); \
    }
FULL_MV(symv, SYMMETRIC)
#if COMPLEX
FULL_MV(hemv, HERMITIAN)
BAND_MV(hbmv, HERMITIAN)
PACKED_MV(hpmv, HERMITIAN)
#else
BAND_MV(sbmv, SYMMETRIC)
PACKED_MV(spmv, SYMMETRIC)
#endif
#undef FULL_MV
#undef BAND_MV
#undef PACKED_MV

// ---- x = op(A) x, and the x of op(A) x = b, with a triangular A -------------------------------------

static void FN(triangle)(void *arg)
{
    const struct level2 *job = arg;
    const struct view *a = &job->a;
    const bool turned = job->op == CUBLAS_OP_T || job->op == CUBLAS_OP_C;
    const bool upper = a->upper != turned; // of op(A)
    const int n = a->rows;
    T *y = (T *)job->y + blas_first(n, job->incy);
    view_touch("A", LOAD, a, sizeof(T));
    blas_touch_vector("x", LOAD, job->y, n, job->incy, sizeof(T));
    blas_touch_vector("x", STORE, job->y, n, job->incy, sizeof(T));
    // Row by row, in the order in which each row needs only elements that are still valid, or
    // already computed.
    for (int turn = 0; turn < n; turn++) {
        const int i = upper != job->solves ? turn : n - 1 - turn;
        WIDE sum = 0;
        for (int j = upper ? i + 1 : 0; j < (upper ? n : i); j++)
            sum += (WIDE)FN(operated)(a, job->op, i, j) * Y(j);
        const T diagonal = FN(operated)(a, job->op, i, i);
        Y(i) = (T)(job->solves ? (Y(i) - sum) / diagonal : diagonal * Y(i) + sum);
    }
}

static cublasStatus_t FN(tr)(struct blas_call call, struct view a, bool solves,
                             cublasOperation_t op, cublasDiagType_t diag, cublasFillMode_t uplo,
                             void *x, int incx)
{
    struct level2 job = {
        .call = call, .a = a, .op = op, .y = x, .incx = 1, .incy = incx, .solves = solves};
    job.a.unit = diag == CUBLAS_DIAG_UNIT;
    if (call.handle && !blas_is_choice(&call, "diag", (int)diag))
        return CUBLAS_STATUS_INVALID_VALUE;
    return run_level2(&job, FN(triangle), uplo);
}

#define FULL_TR(name, solves) \
    cublasStatus_t NAME(name)(cublasHandle_t handle, cublasFillMode_t uplo, \
                              cublasOperation_t trans, cublasDiagType_t diag, int n, const CU *A, \
                              int lda, CU *x, int incx) \
    { \
        CALL(name); \
        return FN(tr)(call, square(TRIANGULAR, uplo, n, A, lda), solves, trans, diag, uplo, x, \
                      incx); \
    }
#define BAND_TR(name, solves) \
    cublasStatus_t NAME(name)(cublasHandle_t handle, cublasFillMode_t uplo, \
                              cublasOperation_t trans, cublasDiagType_t diag, int n, int k, \
                              const CU *A, int lda, CU *x, int incx) \
    { \
        CALL(name); \
        return FN(tr)(call, band(square(TRIANGULAR, uplo, n, A, lda), k), solves, trans, diag, \
                      uplo, x, incx); \
    }
#define PACKED_TR(name, solves) \
    cublasStatus_t NAME(name)(cublasHandle_t handle, cublasFillMode_t uplo, \
                              cublasOperation_t trans, cublasDiagType_t diag, int n, const CU *AP, \
                              CU *x, int incx) \
    { \
        CALL(name); \
        return FN(tr)(call, packed(square(TRIANGULAR, uplo, n, AP, n)), solves, trans, diag, uplo, \
                      x, incx); \
    }
FULL_TR(trmv, false)
FULL_TR(trsv, true)
BAND_TR(tbmv, false)
BAND_TR(tbsv, true)
PACKED_TR(tpmv, false)
PACKED_TR(tpsv, true)
#undef FULL_TR
#undef BAND_TR
#undef PACKED_TR

// ---- A = alpha x y' + A, and the symmetric form -------------------------------------------------

static void FN(update)(void *arg)
{
    const struct level2 *job = arg;
    const struct view *a = &job->a;
    T *to = (T *)(uintptr_t)a->start;
    const T alpha = FN(scalar)(&job->call, "alpha", job->alpha, job->real_alpha);
    const T *x = (const T *)job->x + blas_first(a->rows, job->incx);
    const T *y = (const T *)job->y + blas_first(a->cols, job->incy);
    const bool hermitian = a->mirror == HERMITIAN, both = job->solves; // also adds alpha y x'
    blas_touch_vector("x", LOAD, job->x, a->rows, job->incx, sizeof(T));
    if (job->y != job->x)
        blas_touch_vector("y", LOAD, job->y, a->cols, job->incy, sizeof(T));
    view_touch("A", LOAD, a, sizeof(T));
    view_touch("A", STORE, a, sizeof(T));
    for (int j = 0; j < a->cols; j++) {
        int first;
        const int end = view_rows(a, j, &first);
        for (int i = first; i < end; i++) {
            T *element = &to[view_offset(a, i, j)];
            *element += alpha * X(i) * conj_if(job->conjugate || hermitian, Y(j));
            if (both)
                *element += conj_if(hermitian, alpha) * Y(i) * conj_if(hermitian, X(j));
            if (hermitian && i == j)
                make_real(element);
        }
    }
}

static cublasStatus_t FN(rank)(struct blas_call call, struct view a, bool real, bool conjugate,
                               bool both, const void *alpha, const void *x, int incx, const void *y,
                               int incy, cublasFillMode_t uplo)
{
    struct level2 job = {.call = call,
                         .a = a,
                         .alpha = alpha,
                         .x = x,
                         .incx = incx,
                         .y = (void *)(uintptr_t)y,
                         .incy = incy,
                         .real_alpha = real,
                         .conjugate = conjugate,
                         .solves = both};
    return run_level2(&job, FN(update), uplo);
}

#define GER(name, conjugate) \
    cublasStatus_t NAME(name)(cublasHandle_t handle, int m, int n, const CU *alpha, const CU *x, \
                              int incx, const CU *y, int incy, CU *A, int lda) \
    { \
        CALL(name); \
        return FN(rank)(call, (struct view){.start = A, .ld = lda, .rows = m, .cols = n}, false, \
                        conjugate, false, alpha, x, incx, y, incy, 0); \
    }
#define UPDATES(full, mirror, real, Real) \
    cublasStatus_t NAME(full)(cublasHandle_t handle, cublasFillMode_t uplo, int n, \
                              const Real *alpha, const CU *x, int incx, CU *A, int lda) \
    { \
        CALL(full); \
        return FN(rank)(call, square(mirror, uplo, n, A, lda), real, false, false, alpha, x, incx, \
                        x, incx, uplo); \
    } \
    cublasStatus_t NAME(full##2)(cublasHandle_t handle, cublasFillMode_t uplo, int n, \
                                 const CU *alpha, const CU *x, int incx, const CU *y, int incy, \
                                 CU *A, int lda) \
    { \
        CALL(full##2); \
        return FN(rank)(call, square(mirror, uplo, n, A, lda), false, false, true, alpha, x, incx, \
                        y, incy, uplo); \
    }
#define PACKED_UPDATES(name, mirror, real, Real) \
    cublasStatus_t NAME(name)(cublasHandle_t handle, cublasFillMode_t uplo, int n, \
                              const Real *alpha, const CU *x, int incx, CU *AP) \
    { \
        CALL(name); \
        return FN(rank)(call, packed(square(mirror, uplo, n, AP, n)), real, false, false, alpha, \
                        x, incx, x, incx, uplo); \
    } \
    cublasStatus_t NAME(name##2)(cublasHandle_t handle, cublasFillMode_t uplo, int n, \
                                 const CU *alpha, const CU *x, int incx, const CU *y, int incy, \
                                 CU *AP) \
    { \
        CALL(name##2); \
        return FN(rank)(call, packed(square(mirror, uplo, n, AP, n)), false, false, true, alpha, \
                        x, incx, y, incy, uplo); \
    }
UPDATES(syr, SYMMETRIC, false, CU)
#if COMPLEX
GER(geru, false)
GER(gerc, true)
UPDATES(her, HERMITIAN, true, R)
PACKED_UPDATES(hpr, HERMITIAN, true, R)
#else
GER(ger, false)
PACKED_UPDATES(spr, SYMMETRIC, false, CU)
#endif
#undef GER
#undef UPDATES
#undef PACKED_UPDATES
#undef FN
#undef X
#undef Y
