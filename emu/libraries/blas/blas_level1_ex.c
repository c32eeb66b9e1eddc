// SPDX-License-Identifier: MIT
//
// blas_level1_ex.c: level 1 for vectors whose type is an argument: also half and bfloat16. All
// computations are in double; each result is rounded once to the type of its vector.
#include "blas_element.h"

typedef double _Complex number;

struct operand {
    void *start;
    cudaDataType type;
    int inc;
};

struct level1_ex {
    struct blas_call call;
    int n;
    bool conjugate;
    const void *alpha;
    cudaDataType alpha_type, result_type;
    struct operand x, y;
    void *result;
};

// ---- Elements -----------------------------------------------------------------------------------

static number load(cudaDataType type, const void *p, ptrdiff_t i)
{
    switch (type) {
    case CUDA_R_64F: return ((const double *)p)[i];
    case CUDA_C_32F: return ((const float _Complex *)p)[i];
    case CUDA_C_64F: return ((const double _Complex *)p)[i];
    default: return (double)blas_load_float(type, p, i);
    }
}

static void store(cudaDataType type, void *p, ptrdiff_t i, number value)
{
    switch (type) {
    case CUDA_R_64F: ((double *)p)[i] = creal(value); break;
    case CUDA_C_32F: ((float _Complex *)p)[i] = (float _Complex)value; break;
    case CUDA_C_64F: ((double _Complex *)p)[i] = value; break;
    default: blas_store_float(type, p, i, (float)creal(value));
    }
}

static number element(const struct level1_ex *job, const struct operand *v, int i)
{
    return load(v->type, v->start, blas_first(job->n, v->inc) + (ptrdiff_t)i * v->inc);
}

static void set_element(const struct level1_ex *job, const struct operand *v, int i, number value)
{
    store(v->type, v->start, blas_first(job->n, v->inc) + (ptrdiff_t)i * v->inc, value);
}

static void touch(const struct level1_ex *job, const char *name, enum access_kind kind,
                  const struct operand *v)
{
    blas_touch_vector(name, kind, v->start, job->n, v->inc, blas_size_of(v->type));
}

static number alpha_of(const struct level1_ex *job)
{
    blas_touch_scalar(&job->call, "alpha", LOAD, job->alpha, blas_size_of(job->alpha_type));
    return load(job->alpha_type, job->alpha, 0);
}

static void set_result(const struct level1_ex *job, number value)
{
    blas_touch_scalar(&job->call, "result", STORE, job->result, blas_size_of(job->result_type));
    store(job->result_type, job->result, 0, value);
}

// ---- Work ---------------------------------------------------------------------------------------

static void axpy(void *arg)
{
    const struct level1_ex *job = arg;
    const number alpha = alpha_of(job);
    touch(job, "x", LOAD, &job->x);
    touch(job, "y", LOAD, &job->y);
    touch(job, "y", STORE, &job->y);
    for (int i = 0; i < job->n; i++)
        set_element(job, &job->y, i, element(job, &job->y, i) + alpha * element(job, &job->x, i));
}

static void scal(void *arg)
{
    const struct level1_ex *job = arg;
    const number alpha = alpha_of(job);
    touch(job, "x", LOAD, &job->x);
    touch(job, "x", STORE, &job->x);
    for (int i = 0; i < job->n; i++)
        set_element(job, &job->x, i, alpha * element(job, &job->x, i));
}

static void dot(void *arg)
{
    const struct level1_ex *job = arg;
    number sum = 0;
    touch(job, "x", LOAD, &job->x);
    touch(job, "y", LOAD, &job->y);
    for (int i = 0; i < job->n; i++) {
        const number x = element(job, &job->x, i);
        sum += (job->conjugate ? conj(x) : x) * element(job, &job->y, i);
    }
    set_result(job, sum);
}

// Scaled by the largest element, so that no square overflows or vanishes.
static void nrm2(void *arg)
{
    const struct level1_ex *job = arg;
    double largest = 0, sum = 0;
    touch(job, "x", LOAD, &job->x);
    for (int i = 0; i < job->n; i++)
        largest = fmax(largest, cabs(element(job, &job->x, i)));
    for (int i = 0; i < job->n && !isinf(largest); i++) {
        const double part = cabs(element(job, &job->x, i)) / (largest > 0 ? largest : 1);
        sum += part * part;
    }
    set_result(job, isinf(largest) ? largest : largest > 0 ? largest * sqrt(sum) : sum);
}

// ---- Calls --------------------------------------------------------------------------------------

// Are these the types of a combination that cuBLAS has? Half and bfloat16 are computed in float.
// scalar: the type of alpha or of the result.
static bool has_types(const struct level1_ex *job, cudaDataType scalar, bool real_scalar,
                      cudaDataType execution)
{
    const cudaDataType x = job->x.type;
    const cudaDataType wide = x == CUDA_R_16F || x == CUDA_R_16BF ? CUDA_R_32F : x;
    const cudaDataType real = wide == CUDA_C_32F   ? CUDA_R_32F
                              : wide == CUDA_C_64F ? CUDA_R_64F
                                                   : wide;
    const cudaDataType computed = real_scalar ? real : wide;
    const bool is_float = blas_size_of(x) && x != CUDA_R_8I && x != CUDA_R_32I;
    const bool own = is_float && job->y.type == x && (execution == computed || execution == wide);
    if (own && (scalar == computed || (wide != x && scalar == x)))
        return true;
    library_refuse(job->call.pc, job->call.name, "CUBLAS_STATUS_NOT_SUPPORTED",
                   "no vectors of types %d and %d with a scalar of type %d by execution type %d", x,
                   job->y.type, scalar, execution);
    return false;
}

static cublasStatus_t run_with_alpha(struct level1_ex *job, void (*work)(void *),
                                     cudaDataType execution)
{
    if (!blas_has_handle(&job->call))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!blas_is_given(&job->call, "alpha", job->alpha))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!has_types(job, job->alpha_type, false, execution))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    const struct blas_scalar by = {&job->alpha, blas_size_of(job->alpha_type)};
    return job->n <= 0 ? CUBLAS_STATUS_SUCCESS
                       : blas_run(&job->call, work, blas_job(job, sizeof *job, by, NO_SCALAR));
}

static cublasStatus_t run_with_result(struct level1_ex *job, void (*work)(void *), bool real,
                                      cudaDataType execution)
{
    if (!blas_has_handle(&job->call))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!blas_is_given(&job->call, "result", job->result))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!has_types(job, job->result_type, real, execution))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    return blas_run_result(&job->call, work, blas_job(job, sizeof *job, NO_SCALAR, NO_SCALAR));
}

static struct operand operand(const void *start, cudaDataType type, int inc)
{
    return (struct operand){(void *)(uintptr_t)start, type, inc};
}

cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void *alpha,
                            cudaDataType alpha_type, const void *x, cudaDataType x_type, int incx,
                            void *y, cudaDataType y_type, int incy, cudaDataType execution)
{
    struct level1_ex job = {.call = BLAS_CALL("cublasAxpyEx"),
                            .n = n,
                            .alpha = alpha,
                            .alpha_type = alpha_type,
                            .x = operand(x, x_type, incx),
                            .y = operand(y, y_type, incy)};
    return run_with_alpha(&job, axpy, execution);
}

cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void *alpha,
                            cudaDataType alpha_type, void *x, cudaDataType x_type, int incx,
                            cudaDataType execution)
{
    struct level1_ex job = {.call = BLAS_CALL("cublasScalEx"),
                            .n = incx > 0 ? n : 0,
                            .alpha = alpha,
                            .alpha_type = alpha_type,
                            .x = operand(x, x_type, incx),
                            .y = operand(x, x_type, incx)};
    return run_with_alpha(&job, scal, execution);
}

#define DOT_EX(name, conjugated) \
    cublasStatus_t name(cublasHandle_t handle, int n, const void *x, cudaDataType x_type, \
                        int incx, const void *y, cudaDataType y_type, int incy, void *result, \
                        cudaDataType result_type, cudaDataType execution) \
    { \
        struct level1_ex job = {.call = BLAS_CALL(#name), \
                                .n = n, \
                                .conjugate = conjugated, \
                                .x = operand(x, x_type, incx), \
                                .y = operand(y, y_type, incy), \
                                .result = result, \
                                .result_type = result_type}; \
        return run_with_result(&job, dot, false, execution); \
    }
DOT_EX(cublasDotEx, false)
DOT_EX(cublasDotcEx, true)

cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void *x, cudaDataType x_type,
                            int incx, void *result, cudaDataType result_type,
                            cudaDataType execution)
{
    struct level1_ex job = {.call = BLAS_CALL("cublasNrm2Ex"),
                            .n = incx > 0 ? n : 0,
                            .x = operand(x, x_type, incx),
                            .y = operand(x, x_type, incx),
                            .result = result,
                            .result_type = result_type};
    return run_with_result(&job, nrm2, true, execution);
}
