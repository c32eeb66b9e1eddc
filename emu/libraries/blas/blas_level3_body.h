// SPDX-License-Identifier: MIT
//
// blas_level3_body.h: level 3 for elements of one type (blas.h).
#include "blas_view_body.h"

#define FN(name) GLUE(P, name, )
#define MULTIPLY GLUE(blas_multiply_, P, )

#include "blas_scalar_body.h"

// Packs op(A), rows x cols, column-major without gaps. The caller frees it.
static T *FN(pack)(const struct view *v, cublasOperation_t op, int rows, int cols)
{
    T *to = library_memory((size_t)rows * (size_t)cols, sizeof *to);
    for (int j = 0; j < cols; j++)
        for (int i = 0; i < rows; i++)
            to[i + (ptrdiff_t)j * rows] = FN(operated)(v, op, i, j);
    return to;
}

// Computes C = alpha W + beta C where C is stored.
static void FN(finish)(const struct view *c, bool hermitian, T alpha, const T *W, T beta)
{
    T *to = (T *)(uintptr_t)c->start;
    for (int j = 0; j < c->cols; j++) {
        int first;
        const int end = view_rows(c, j, &first);
        for (int i = first; i < end; i++) {
            T *element = &to[view_offset(c, i, j)];
            *element = alpha * W[i + (ptrdiff_t)j * c->rows] + (beta != 0 ? beta * *element : 0);
            if (hermitian && i == j)
                make_real(element);
        }
    }
}

// ---- C = alpha A B + beta C with a symmetric or Hermitian A -------------------------------------

static void FN(symmetric)(void *arg)
{
    const struct level3 *job = arg;
    const int m = job->c.rows, n = job->c.cols, k = job->a.rows;
    const T alpha = FN(scalar)(&job->call, "alpha", job->alpha, false);
    const T beta = FN(scalar)(&job->call, "beta", job->beta, false);
    T *W = library_memory((size_t)m * (size_t)n, sizeof *W);
    if (alpha != 0) {
        view_touch("A", LOAD, &job->a, sizeof(T));
        view_touch("B", LOAD, &job->b, sizeof(T));
    }
    if (beta != 0)
        view_touch("C", LOAD, &job->c, sizeof(T));
    view_touch("C", STORE, &job->c, sizeof(T));
    if (alpha != 0) {
        T *A = FN(pack)(&job->a, CUBLAS_OP_N, k, k), *B = FN(pack)(&job->b, CUBLAS_OP_N, m, n);
        MULTIPLY(m, n, k, job->right ? B : A, job->right ? A : B, W);
        free(A);
        free(B);
    }
    FN(finish)(&job->c, false, alpha, W, beta);
    free(W);
}

#define SYMM(name, mirror) \
    cublasStatus_t NAME(name)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, \
                              int m, int n, const CU *alpha, const CU *A, int lda, const CU *B, \
                              int ldb, const CU *beta, CU *C, int ldc) \
    { \
        CALL(name); \
        struct level3 job = {.call = call, \
                             .alpha = alpha, \
                             .beta = beta, \
                             .right = side == CUBLAS_SIDE_RIGHT, \
                             .a = half(mirror, uplo, side == CUBLAS_SIDE_RIGHT ? n : m, A, lda), \
                             .b = full(B, m, n, ldb), \
                             .c = full(C, m, n, ldc)}; \
        return run_level3(&job, FN(symmetric), (int)side, uplo); \
    }
SYMM(symm, SYMMETRIC)
#if COMPLEX
SYMM(hemm, HERMITIAN)
#endif
#undef SYMM

// ---- a triangle of C = alpha op(A) op(B)' + beta C, or of that + alpha op(B) op(A)' -------------

static void FN(rank_k)(void *arg)
{
    const struct level3 *job = arg;
    const int n = job->n, k = job->k;
    const T alpha = FN(scalar)(&job->call, "alpha", job->alpha, job->real_alpha);
    const T beta = FN(scalar)(&job->call, "beta", job->beta, job->real_beta);
    T *W = library_memory((size_t)n * (size_t)n, sizeof *W);
    if (alpha != 0 && k > 0) {
        view_touch("A", LOAD, &job->a, sizeof(T));
        if (job->b.start != job->a.start)
            view_touch("B", LOAD, &job->b, sizeof(T));
    }
    if (beta != 0)
        view_touch("C", LOAD, &job->c, sizeof(T));
    view_touch("C", STORE, &job->c, sizeof(T));
    for (int turn = 0; turn < (job->both ? 2 : 1) && alpha != 0 && k > 0; turn++) {
        T *X = FN(pack)(turn ? &job->b : &job->a, job->op_a, n, k);
        T *Z = FN(pack)(turn ? &job->a : &job->b, job->op_a, n, k);
        T *Y = library_memory((size_t)k * (size_t)n, sizeof *Y);
        for (int p = 0; p < k; p++)
            for (int j = 0; j < n; j++) // alpha is conjugated in the second product
                Y[p + (ptrdiff_t)j * k] = conj_if(job->hermitian, Z[j + (ptrdiff_t)p * n]) *
                                          conj_if(job->hermitian && turn, alpha);
        MULTIPLY(n, n, k, X, Y, W);
        free(X);
        free(Y);
        free(Z);
    }
    FN(finish)(&job->c, job->hermitian, 1, W, beta);
    free(W);
}

static cublasStatus_t FN(rank)(struct blas_call call, bool hermitian, bool real_alpha, bool both,
                               cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,
                               const void *alpha, const void *A, int lda, const void *B, int ldb,
                               const void *beta, void *C, int ldc)
{
    const int rows = is_turned(trans) ? k : n, cols = is_turned(trans) ? n : k;
    struct level3 job = {.call = call,
                         .op_a = trans,
                         .n = n,
                         .k = k,
                         .alpha = alpha,
                         .beta = beta,
                         .hermitian = hermitian,
                         .real_alpha = real_alpha,
                         .real_beta = hermitian,
                         .both = both,
                         .a = full(A, rows, cols, lda),
                         .b = full(B, rows, cols, ldb),
                         .c = half(hermitian ? HERMITIAN : SYMMETRIC, uplo, n, C, ldc)};
    return run_level3(&job, FN(rank_k), 0, uplo);
}

#define SYRK(name, hermitian, Real) \
    cublasStatus_t NAME(name)(cublasHandle_t handle, cublasFillMode_t uplo, \
                              cublasOperation_t trans, int n, int k, const Real *alpha, \
                              const CU *A, int lda, const Real *beta, CU *C, int ldc) \
    { \
        CALL(name); \
        return FN(rank)(call, hermitian, hermitian, false, uplo, trans, n, k, alpha, A, lda, A, \
                        lda, beta, C, ldc); \
    }
#define SYR2K(name, hermitian, both, Real) \
    cublasStatus_t NAME(name)(cublasHandle_t handle, cublasFillMode_t uplo, \
                              cublasOperation_t trans, int n, int k, const CU *alpha, const CU *A, \
                              int lda, const CU *B, int ldb, const Real *beta, CU *C, int ldc) \
    { \
        CALL(name); \
        return FN(rank)(call, hermitian, false, both, uplo, trans, n, k, alpha, A, lda, B, ldb, \
                        beta, C, ldc); \
    }
SYRK(syrk, false, CU)
SYR2K(syr2k, false, true, CU)
SYR2K(syrkx, false, false, CU)
#if COMPLEX
SYRK(herk, true, R)
SYR2K(her2k, true, true, R)
#endif
#undef SYRK
#undef SYR2K

// ---- C = alpha op(A) B with a triangular A, and the X of op(A) X = alpha B ----------------------------

// Processes one column of C, or one row if A is at the right. D is op(A), transposed if it is at
// the right.
static void FN(triangle_of_vector)(const T *D, int n, bool upper, bool solves, T *x, ptrdiff_t step)
{
    for (int turn = 0; turn < n; turn++) {
        const int j = upper != solves ? turn : n - 1 - turn; // every other element that needs this
                                                             // one is updated now
        const int first = upper ? 0 : j + 1, end = upper ? j : n;
        const T *column = D + (ptrdiff_t)j * n;
        if (solves)
            x[j * step] = x[j * step] / column[j];
        const T factor = solves ? -x[j * step] : x[j * step];
        for (int i = first; i < end; i++)
            x[i * step] += column[i] * factor;
        if (!solves)
            x[j * step] = column[j] * factor;
    }
}

static void FN(triangle)(void *arg)
{
    const struct level3 *job = arg;
    const int m = job->c.rows, n = job->c.cols, order = job->a.rows;
    const T alpha = FN(scalar)(&job->call, "alpha", job->alpha, false);
    T *to = (T *)(uintptr_t)job->c.start;
    if (alpha != 0) {
        view_touch("A", LOAD, &job->a, sizeof(T));
        view_touch("B", LOAD, &job->b, sizeof(T));
    }
    view_touch(job->solves ? "B" : "C", STORE, &job->c, sizeof(T));
    T *W = alpha != 0 ? FN(pack)(&job->b, CUBLAS_OP_N, m, n)
                      : library_memory((size_t)m * (size_t)n, sizeof *W);
    T *D = alpha != 0 ? FN(pack)(&job->a, job->op_a, order, order) : NULL;
    for (int j = 0; job->right && D && j < order; j++) // X op(A) is op(A)' times each row
        for (int i = 0; i < j; i++) {
            const T kept = D[i + (ptrdiff_t)j * order];
            D[i + (ptrdiff_t)j * order] = D[j + (ptrdiff_t)i * order];
            D[j + (ptrdiff_t)i * order] = kept;
        }
    for (ptrdiff_t i = 0; i < (ptrdiff_t)m * n; i++)
        W[i] *= alpha;
    const bool upper = job->a.upper != (is_turned(job->op_a) != job->right);
    for (int i = 0; D && i < (job->right ? m : n); i++)
        FN(triangle_of_vector)
    (D, order, upper, job->solves, job->right ? W + i : W + (ptrdiff_t)i * m, job->right ? m : 1);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            to[view_offset(&job->c, i, j)] = W[i + (ptrdiff_t)j * m];
    free(W);
    free(D);
}

static cublasStatus_t FN(tr)(struct blas_call call, bool solves, cublasSideMode_t side,
                             cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
                             int m, int n, const void *alpha, const void *A, int lda, const void *B,
                             int ldb, void *C, int ldc)
{
    const bool right = side == CUBLAS_SIDE_RIGHT;
    struct level3 job = {.call = call,
                         .alpha = alpha,
                         .op_a = trans,
                         .right = right,
                         .solves = solves,
                         .a = half(TRIANGULAR, uplo, right ? n : m, A, lda),
                         .b = full(B, m, n, ldb),
                         .c = full(C, m, n, ldc)};
    job.a.unit = diag == CUBLAS_DIAG_UNIT;
    if (call.handle && !blas_is_choice(&call, "diag", (int)diag))
        return CUBLAS_STATUS_INVALID_VALUE;
    return run_level3(&job, FN(triangle), (int)side, uplo);
}

cublasStatus_t NAME(trmm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                          cublasOperation_t trans, cublasDiagType_t diag, int m, int n,
                          const CU *alpha, const CU *A, int lda, const CU *B, int ldb, CU *C,
                          int ldc)
{
    CALL(trmm);
    return FN(tr)(call, false, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, C, ldc);
}

cublasStatus_t NAME(trsm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                          cublasOperation_t trans, cublasDiagType_t diag, int m, int n,
                          const CU *alpha, const CU *A, int lda, CU *B, int ldb)
{
    CALL(trsm);
    return FN(tr)(call, true, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, B, ldb);
}

// ---- C = alpha op(A) + beta op(B), C = A diag(x) or diag(x) A -----------------------------------------

static void FN(add)(void *arg)
{
    const struct level3 *job = arg;
    const int m = job->c.rows, n = job->c.cols;
    const T alpha = FN(scalar)(&job->call, "alpha", job->alpha, false);
    const T beta = FN(scalar)(&job->call, "beta", job->beta, false);
    T *to = (T *)(uintptr_t)job->c.start;
    if (alpha != 0)
        view_touch("A", LOAD, &job->a, sizeof(T));
    if (beta != 0)
        view_touch("B", LOAD, &job->b, sizeof(T));
    view_touch("C", STORE, &job->c, sizeof(T));
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            to[view_offset(&job->c, i, j)] =
                (alpha != 0 ? alpha * FN(operated)(&job->a, job->op_a, i, j) : 0) +
                (beta != 0 ? beta * FN(operated)(&job->b, job->op_b, i, j) : 0);
}

cublasStatus_t NAME(geam)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                          int m, int n, const CU *alpha, const CU *A, int lda, const CU *beta,
                          const CU *B, int ldb, CU *C, int ldc)
{
    CALL(geam);
    const bool ta = is_turned(transa), tb = is_turned(transb);
    struct level3 job = {.call = call,
                         .op_a = transa,
                         .op_b = transb,
                         .alpha = alpha,
                         .beta = beta,
                         .a = full(A, ta ? n : m, ta ? m : n, lda),
                         .b = full(B, tb ? n : m, tb ? m : n, ldb),
                         .c = full(C, m, n, ldc)};
    return run_level3(&job, FN(add), 0, 0);
}

static void FN(scale)(void *arg)
{
    const struct level3 *job = arg;
    const int m = job->c.rows, n = job->c.cols, length = job->right ? n : m;
    const T *x = (const T *)job->x + blas_first(length, job->incx);
    T *to = (T *)(uintptr_t)job->c.start;
    view_touch("A", LOAD, &job->a, sizeof(T));
    blas_touch_vector("x", LOAD, job->x, length, job->incx, sizeof(T));
    view_touch("C", STORE, &job->c, sizeof(T));
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            to[view_offset(&job->c, i, j)] =
                FN(element)(&job->a, i, j) * x[(ptrdiff_t)(job->right ? j : i) * job->incx];
}

cublasStatus_t NAME(dgmm)(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const CU *A,
                          int lda, const CU *x, int incx, CU *C, int ldc)
{
    CALL(dgmm);
    struct level3 job = {.call = call,
                         .right = side == CUBLAS_SIDE_RIGHT,
                         .x = x,
                         .incx = incx,
                         .a = full(A, m, n, lda),
                         .b = full(A, m, n, lda),
                         .c = full(C, m, n, ldc)};
    return run_level3(&job, FN(scale), (int)side, 0);
}
#undef FN
#undef MULTIPLY
