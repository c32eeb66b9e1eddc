// SPDX-License-Identifier: MIT
#include "blas.h"

struct level1 {
    struct blas_call call;
    int n;
    const void *alpha;
    bool real_alpha, conjugate, smallest;
    void *x, *y;
    int incx, incy;
    void *a, *b; // of rotations
    const void *c, *s;
    void *result;
};

#define BODY "blas_level1_body.h"
#include "blas_types.h"

// ---- Modified rotations, of real vectors -----------------------------------------------------------

// Defines rotm and rotmg. param holds the matrix ((h11, h12), (h21, h22)); param[0] selects which
// of its elements are implied.
#define ROTM(P, T) \
    static void P##rotm(void *arg) \
    { \
        struct level1 *job = arg; \
        T *x = (T *)job->x + blas_first(job->n, job->incx); \
        T *y = (T *)job->y + blas_first(job->n, job->incy); \
        const T *h = job->alpha; \
        for (int kind = LOAD; kind <= STORE; kind++) { \
            blas_touch_vector("x", (enum access_kind)kind, job->x, job->n, job->incx, sizeof(T)); \
            blas_touch_vector("y", (enum access_kind)kind, job->y, job->n, job->incy, sizeof(T)); \
        } \
        blas_touch_scalar(&job->call, "param", LOAD, h, sizeof(T)); \
        if (h[0] == -2) /* the identity */ \
            return; \
        const T h11 = h[0] == 0 ? 1 : h[1], h22 = h[0] == 0 ? 1 : h[4]; \
        const T h21 = h[0] == 1 ? -1 : h[2], h12 = h[0] == 1 ? 1 : h[3]; \
        for (int i = 0; i < job->n; i++, x += job->incx, y += job->incy) { \
            const T kept = h11 * *x + h12 * *y; \
            *y = h21 * *x + h22 * *y; \
            *x = kept; \
        } \
    } \
    cublasStatus_t cublas##P##rotm(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy, \
                                   const T *param) \
    { \
        struct blas_call call = BLAS_CALL("cublas" #P "rotm"); \
        struct level1 job = { \
            .call = call, .n = n, .alpha = param, .x = x, .incx = incx, .y = y, .incy = incy}; \
        if (!blas_has_handle(&call)) \
            return CUBLAS_STATUS_NOT_INITIALIZED; \
        return n <= 0 ? CUBLAS_STATUS_SUCCESS \
                      : blas_run(&call, P##rotm, \
                                 blas_job(&job, sizeof job, \
                                          (struct blas_scalar){&job.alpha, 5 * sizeof(T)}, \
                                          NO_SCALAR)); \
    } \
    /* The matrix is not rescaled: results differ from cuBLAS's where d1 or d2 is beyond 2^24. */ \
    static void P##rotmg(void *arg) \
    { \
        struct level1 *job = arg; \
        T *d1 = job->a, *d2 = job->b, *x1 = job->x, *h = job->result; \
        const T *y1 = job->y; \
        const void *read[] = {d1, d2, x1, y1}; \
        for (int i = 0; i < 4; i++) \
            blas_touch_scalar(&job->call, "d1, d2, x1 or y1", LOAD, read[i], sizeof(T)); \
        for (int i = 0; i < 5; i++) \
            blas_touch_scalar(&job->call, "param", STORE, h + i, sizeof(T)); \
        const T p1 = *d1 * *x1, p2 = *d2 * *y1, q1 = p1 * *x1, q2 = p2 * *y1; \
        if (*d1 < 0 || (p2 != 0 && fabs((double)q1) <= fabs((double)q2) && q2 < 0)) { \
            h[0] = -1; \
            h[1] = h[2] = h[3] = h[4] = *d1 = *d2 = *x1 = 0; \
        } else if (p2 == 0) { \
            h[0] = -2; \
        } else if (fabs((double)q1) > fabs((double)q2)) { \
            const T h21 = -*y1 / *x1, h12 = p2 / p1, u = 1 - h12 * h21; \
            h[0] = 0; \
            h[2] = h21; \
            h[3] = h12; \
            *d1 /= u; \
            *d2 /= u; \
            *x1 *= u; \
        } else { \
            const T h11 = p1 / p2, h22 = *x1 / *y1, u = 1 + h11 * h22, kept = *d2 / u; \
            h[0] = 1; \
            h[1] = h11; \
            h[4] = h22; \
            *d2 = *d1 / u; \
            *d1 = kept; \
            *x1 = *y1 * u; \
        } \
    } \
    cublasStatus_t cublas##P##rotmg(cublasHandle_t handle, T *d1, T *d2, T *x1, const T *y1, \
                                    T *param) \
    { \
        struct blas_call call = BLAS_CALL("cublas" #P "rotmg"); \
        struct level1 job = { \
            .call = call, .a = d1, .b = d2, .x = x1, .y = (void *)(uintptr_t)y1, .result = param}; \
        if (!blas_has_handle(&call)) \
            return CUBLAS_STATUS_NOT_INITIALIZED; \
        return blas_run_result(&call, P##rotmg, blas_job(&job, sizeof job, NO_SCALAR, NO_SCALAR)); \
    }
ROTM(S, float)
ROTM(D, double)
