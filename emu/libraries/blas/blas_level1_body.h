// SPDX-License-Identifier: MIT
//
// blas_level1_body.h: level 1 for elements of one type (blas.h).

#define FN(name) GLUE(P, name, )
#define X(i) x[(ptrdiff_t)(i)*job->incx]
#define Y(i) y[(ptrdiff_t)(i)*job->incy]
#define VECTORS(kind_x, kind_y) \
    struct level1 *job = arg; \
    T *x = (T *)job->x + blas_first(job->n, job->incx); \
    T *y = (T *)job->y + blas_first(job->n, job->incy); \
    blas_touch_vector("x", kind_x, job->x, job->n, job->incx, sizeof(T)); \
    blas_touch_vector("y", kind_y, job->y, job->n, job->incy, sizeof(T))

#include "blas_scalar_body.h"

// ---- Vectors ------------------------------------------------------------------------------------

static void FN(axpy)(void *arg)
{
    VECTORS(LOAD, LOAD);
    const T alpha = FN(scalar)(&job->call, "alpha", job->alpha, job->real_alpha);
    blas_touch_vector("y", STORE, job->y, job->n, job->incy, sizeof(T));
    for (int i = 0; i < job->n; i++)
        Y(i) += alpha * X(i);
}

static void FN(copy)(void *arg)
{
    VECTORS(LOAD, STORE);
    for (int i = 0; i < job->n; i++)
        Y(i) = X(i);
}

static void FN(swap)(void *arg)
{
    VECTORS(LOAD, LOAD);
    blas_touch_vector("x", STORE, job->x, job->n, job->incx, sizeof(T));
    blas_touch_vector("y", STORE, job->y, job->n, job->incy, sizeof(T));
    for (int i = 0; i < job->n; i++) {
        const T kept = X(i);
        X(i) = Y(i);
        Y(i) = kept;
    }
}

static void FN(scal)(void *arg)
{
    struct level1 *job = arg;
    T *x = job->x;
    const T alpha = FN(scalar)(&job->call, "alpha", job->alpha, job->real_alpha);
    blas_touch_vector("x", LOAD, x, job->n, job->incx, sizeof(T));
    blas_touch_vector("x", STORE, x, job->n, job->incx, sizeof(T));
    for (int i = 0; i < job->n; i++)
        X(i) = alpha * X(i);
}

cublasStatus_t NAME(axpy)(cublasHandle_t handle, int n, const CU *alpha, const CU *x, int incx,
                          CU *y, int incy)
{
    CALL(axpy);
    struct level1 job = {.call = call,
                         .n = n,
                         .alpha = alpha,
                         .x = (void *)(uintptr_t)x,
                         .incx = incx,
                         .y = y,
                         .incy = incy};
    if (!blas_has_handle(&call))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!blas_is_given(&call, "alpha", alpha))
        return CUBLAS_STATUS_INVALID_VALUE;
    const struct blas_scalar by = blas_scalar(&call, &job.alpha, false);
    return n <= 0 ? CUBLAS_STATUS_SUCCESS
                  : blas_run(&call, FN(axpy), blas_job(&job, sizeof job, by, NO_SCALAR));
}

cublasStatus_t NAME(copy)(cublasHandle_t handle, int n, const CU *x, int incx, CU *y, int incy)
{
    CALL(copy);
    struct level1 job = {.n = n, .x = (void *)(uintptr_t)x, .incx = incx, .y = y, .incy = incy};
    if (!blas_has_handle(&call))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    return n <= 0 ? CUBLAS_STATUS_SUCCESS
                  : blas_run(&call, FN(copy), blas_job(&job, sizeof job, NO_SCALAR, NO_SCALAR));
}

cublasStatus_t NAME(swap)(cublasHandle_t handle, int n, CU *x, int incx, CU *y, int incy)
{
    CALL(swap);
    struct level1 job = {.n = n, .x = x, .incx = incx, .y = y, .incy = incy};
    if (!blas_has_handle(&call))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    return n <= 0 ? CUBLAS_STATUS_SUCCESS
                  : blas_run(&call, FN(swap), blas_job(&job, sizeof job, NO_SCALAR, NO_SCALAR));
}

static cublasStatus_t FN(scal_by)(struct blas_call call, bool real, int n, const void *alpha,
                                  void *x, int incx)
{
    struct level1 job = {
        .call = call, .n = n, .alpha = alpha, .real_alpha = real, .x = x, .incx = incx};
    if (!blas_has_handle(&call))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!blas_is_given(&call, "alpha", alpha))
        return CUBLAS_STATUS_INVALID_VALUE;
    const struct blas_scalar by = blas_scalar(&call, &job.alpha, real);
    return n <= 0 || incx <= 0
               ? CUBLAS_STATUS_SUCCESS
               : blas_run(&call, FN(scal), blas_job(&job, sizeof job, by, NO_SCALAR));
}

cublasStatus_t NAME(scal)(cublasHandle_t handle, int n, const CU *alpha, CU *x, int incx)
{
    CALL(scal);
    return FN(scal_by)(call, false, n, alpha, x, incx);
}

#if COMPLEX
#define REAL_SCAL GLUE(cublas, P, GLUE(REAL_, P, scal))
#define REAL_Cscal sscal
#define REAL_Zscal dscal
cublasStatus_t REAL_SCAL(cublasHandle_t handle, int n, const R *alpha, CU *x, int incx)
{
    struct blas_call call = BLAS_CALL(STRING(REAL_SCAL));
    return FN(scal_by)(call, true, n, alpha, x, incx);
}
#undef REAL_SCAL
#endif

// ---- Reductions ---------------------------------------------------------------------------------

static void FN(dot)(void *arg)
{
    VECTORS(LOAD, LOAD);
    WIDE sum = 0;
    for (int i = 0; i < job->n; i++)
        sum += (WIDE)conj_if(job->conjugate, X(i)) * Y(i);
    blas_touch_scalar(&job->call, "result", STORE, job->result, sizeof(T));
    *(T *)job->result = (T)sum;
}

static cublasStatus_t FN(dot_of)(struct blas_call call, bool conjugate, int n, const void *x,
                                 int incx, const void *y, int incy, void *result)
{
    struct level1 job = {.call = call,
                         .n = n,
                         .conjugate = conjugate,
                         .x = (void *)(uintptr_t)x,
                         .incx = incx,
                         .y = (void *)(uintptr_t)y,
                         .incy = incy,
                         .result = result};
    if (!blas_has_handle(&call))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!blas_is_given(&call, "result", result))
        return CUBLAS_STATUS_INVALID_VALUE;
    return blas_run_result(&call, FN(dot), blas_job(&job, sizeof job, NO_SCALAR, NO_SCALAR));
}

#define DOT(name, conjugate) \
    cublasStatus_t NAME(name)(cublasHandle_t handle, int n, const CU *x, int incx, const CU *y, \
                              int incy, CU *result) \
    { \
        CALL(name); \
        return FN(dot_of)(call, conjugate, n, x, incx, y, incy, result); \
    }
#if COMPLEX
DOT(dotu, false)
DOT(dotc, true)
#else
DOT(dot, false)
#endif
#undef DOT

static void FN(extreme)(void *arg)
{
    struct level1 *job = arg;
    const T *x = job->x;
    int best = 0;
    blas_touch_vector("x", LOAD, x, job->n, job->incx, sizeof(T));
    for (int i = 1; i < job->n; i++)
        if (job->smallest ? absolute1(X(i)) < absolute1(X(best))
                          : absolute1(X(i)) > absolute1(X(best)))
            best = i;
    blas_touch_scalar(&job->call, "result", STORE, job->result, sizeof(int));
    *(int *)job->result = job->n > 0 ? best + 1 : 0; // Fortran indices start at 1
}

static void FN(asum)(void *arg)
{
    struct level1 *job = arg;
    const T *x = job->x;
    double sum = 0;
    blas_touch_vector("x", LOAD, x, job->n, job->incx, sizeof(T));
    for (int i = 0; i < job->n; i++)
        sum += (double)absolute1(X(i));
    blas_touch_scalar(&job->call, "result", STORE, job->result, sizeof(R));
    *(R *)job->result = (R)sum;
}

// Scaled by the largest element, so that no square overflows or vanishes.
static void FN(nrm2)(void *arg)
{
    struct level1 *job = arg;
    const T *x = job->x;
    double largest = 0, sum = 0;
    blas_touch_vector("x", LOAD, x, job->n, job->incx, sizeof(T));
    for (int i = 0; i < job->n; i++)
        largest = fmax(largest, (double)absolute1(X(i)));
    for (int i = 0; i < job->n && !isinf(largest); i++) {
        const WIDE part = largest > 0 ? X(i) / largest : X(i); // or NaN
        sum += creal((double _Complex)part * conj((double _Complex)part));
    }
    blas_touch_scalar(&job->call, "result", STORE, job->result, sizeof(R));
    *(R *)job->result = (R)(isinf(largest) ? largest : largest > 0 ? largest * sqrt(sum) : sum);
}

static cublasStatus_t FN(reduce)(struct blas_call call, void (*work)(void *), bool smallest, int n,
                                 const void *x, int incx, void *result)
{
    struct level1 job = {.call = call,
                         .n = incx > 0 ? n : 0,
                         .smallest = smallest,
                         .x = (void *)(uintptr_t)x,
                         .incx = incx,
                         .result = result};
    if (!blas_has_handle(&call))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!blas_is_given(&call, "result", result))
        return CUBLAS_STATUS_INVALID_VALUE;
    return blas_run_result(&call, work, blas_job(&job, sizeof job, NO_SCALAR, NO_SCALAR));
}

#define SMALL_S(name) cublasIs##name
#define SMALL_D(name) cublasId##name
#define SMALL_C(name) cublasIc##name
#define SMALL_Z(name) cublasIz##name
#define NAMED_S(name) cublasS##name
#define NAMED_D(name) cublasD##name
#define NAMED_C(name) cublasSc##name
#define NAMED_Z(name) cublasDz##name
#define REDUCE(function, work, smallest, Result) \
    cublasStatus_t function(cublasHandle_t handle, int n, const CU *x, int incx, Result *result) \
    { \
        struct blas_call call = BLAS_CALL(STRING(function)); \
        return FN(reduce)(call, FN(work), smallest, n, x, incx, result); \
    }
REDUCE(GLUE(SMALL_, P, )(amax), extreme, false, int)
REDUCE(GLUE(SMALL_, P, )(amin), extreme, true, int)
REDUCE(GLUE(NAMED_, P, )(asum), asum, false, R)
REDUCE(GLUE(NAMED_, P, )(nrm2), nrm2, false, R)
#undef REDUCE
#undef SMALL_S
#undef SMALL_D
#undef SMALL_C
#undef SMALL_Z
#undef NAMED_S
#undef NAMED_D
#undef NAMED_C
#undef NAMED_Z

// ---- Rotations ----------------------------------------------------------------------------------

static void FN(rot)(void *arg)
{
    VECTORS(LOAD, LOAD);
    blas_touch_scalar(&job->call, "c", LOAD, job->c, sizeof(R));
    const R c = *(const R *)job->c;
    const T s = FN(scalar)(&job->call, "s", job->s, job->real_alpha);
    blas_touch_vector("x", STORE, job->x, job->n, job->incx, sizeof(T));
    blas_touch_vector("y", STORE, job->y, job->n, job->incy, sizeof(T));
    for (int i = 0; i < job->n; i++) {
        const T kept = c * X(i) + s * Y(i);
        Y(i) = c * Y(i) - conj_if(true, s) * X(i);
        X(i) = kept;
    }
}

static cublasStatus_t FN(rot_by)(struct blas_call call, bool real, int n, void *x, int incx,
                                 void *y, int incy, const void *c, const void *s)
{
    struct level1 job = {.call = call,
                         .n = n,
                         .real_alpha = real,
                         .x = x,
                         .incx = incx,
                         .y = y,
                         .incy = incy,
                         .c = c,
                         .s = s};
    if (!blas_has_handle(&call))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!blas_is_given(&call, "c", c) || !blas_is_given(&call, "s", s))
        return CUBLAS_STATUS_INVALID_VALUE;
    const struct blas_scalar by_c = {&job.c, sizeof(R)};
    const size_t bytes[] = {sizeof(T), sizeof(R)};
    const struct blas_scalar by_s = {&job.s, bytes[real]};
    return n <= 0 ? CUBLAS_STATUS_SUCCESS
                  : blas_run(&call, FN(rot), blas_job(&job, sizeof job, by_c, by_s));
}

cublasStatus_t NAME(rot)(cublasHandle_t handle, int n, CU *x, int incx, CU *y, int incy, const R *c,
                         const CU *s)
{
    CALL(rot);
    return FN(rot_by)(call, false, n, x, incx, y, incy, c, s);
}

#if COMPLEX
#define REAL_ROT GLUE(cublas, P, GLUE(REAL_, P, rot))
#define REAL_Crot srot
#define REAL_Zrot drot
cublasStatus_t REAL_ROT(cublasHandle_t handle, int n, CU *x, int incx, CU *y, int incy, const R *c,
                        const R *s)
{
    struct blas_call call = BLAS_CALL(STRING(REAL_ROT));
    return FN(rot_by)(call, true, n, x, incx, y, incy, c, s);
}
#undef REAL_ROT
#endif

// Replaces a by r, and b (if real) by the number from which c and s can be reconstructed.
static void FN(rotg)(void *arg)
{
    struct level1 *job = arg;
    T *a = job->a, *b = job->b, *s = (T *)(uintptr_t)job->s;
    R *c = (R *)(uintptr_t)job->c;
    blas_touch_scalar(&job->call, "a", LOAD, a, sizeof(T));
    blas_touch_scalar(&job->call, "b", LOAD, b, sizeof(T));
    const T f = *a, g = *b;
#if COMPLEX
    const R size = (R)hypot((double)cabs(f), (double)cabs(g));
    const bool only_g = cabs(f) == 0;
    const T direction = only_g ? 1 : f / (R)cabs(f), r = only_g ? g : direction * size;
    *c = only_g ? 0 : (R)cabs(f) / size;
    *s = only_g ? 1 : direction * conj_if(true, g) / size;
    *a = r;
#else
    const R of = fabs((double)f) > fabs((double)g) ? f : g, size = (R)hypot((double)f, (double)g);
    const R r = of < 0 ? -size : size;
    *c = size == 0 ? 1 : f / r;
    *s = size == 0 ? 0 : g / r;
    *b = size == 0 ? 0 : fabs((double)f) > fabs((double)g) ? *s : *c != 0 ? 1 / *c : 1;
    *a = r;
#endif
    blas_touch_scalar(&job->call, "a", STORE, a, sizeof(T));
    blas_touch_scalar(&job->call, "b", STORE, b, sizeof(T));
    blas_touch_scalar(&job->call, "c", STORE, c, sizeof(R));
    blas_touch_scalar(&job->call, "s", STORE, s, sizeof(T));
}

cublasStatus_t NAME(rotg)(cublasHandle_t handle, CU *a, CU *b, R *c, CU *s)
{
    CALL(rotg);
    struct level1 job = {.call = call, .a = a, .b = b, .c = c, .s = s};
    if (!blas_has_handle(&call))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!a || !b || !c || !s)
        return CUBLAS_STATUS_INVALID_VALUE;
    return blas_run_result(&call, FN(rotg), blas_job(&job, sizeof job, NO_SCALAR, NO_SCALAR));
}
#undef FN
#undef X
#undef Y
#undef VECTORS
