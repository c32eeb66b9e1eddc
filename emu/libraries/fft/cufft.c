// SPDX-License-Identifier: MIT
//
// cufft.c: cuFFT's plans and their execution, in double precision throughout (fourier.c).
#include "cufft.h"

#include <stdlib.h>
#include <string.h>

#include "fourier.h"
#include "../library.h"

enum { MOST_PLANS = 4096, MOST_RANK = 3 };

// The memory layout of one side of a transform, in elements.
struct layout {
    bool given; // otherwise it is dense
    int embed[MOST_RANK], stride, dist;
};

struct plan {
    bool made;
    cudaStream_t stream;
    cufftType type;
    int rank, n[MOST_RANK], batch;
    struct layout in, out;
};

static struct plan *plans[MOST_PLANS]; // plan i is plans[i - 1]

struct job {
    struct plan plan; // the program may destroy its own before the work runs
    void *in, *out;
    int sign;
};

static struct plan *find(cufftHandle handle)
{
    return handle > 0 && handle <= MOST_PLANS ? plans[handle - 1] : NULL;
}

// ---- The transform ------------------------------------------------------------------------------

static bool is_double(cufftType type) { return type >= CUFFT_Z2Z; }
static bool from_real(cufftType type) { return type == CUFFT_R2C || type == CUFFT_D2Z; }
static bool to_real(cufftType type) { return type == CUFFT_C2R || type == CUFFT_Z2D; }

// The input or output: its elements and their addresses.
struct side {
    const char *name;
    size_t n[MOST_RANK], embed[MOST_RANK], stride, dist, element;
    bool real;
    char *start;
};

// Describes one side. A dense real side that shares its buffer with the complex one has rows of the
// same length in bytes.
static struct side side_of(const struct job *job, bool output)
{
    const struct plan *p = &job->plan;
    const struct layout *l = output ? &p->out : &p->in;
    const bool real = output ? to_real(p->type) : from_real(p->type);
    const bool halved = !real && (from_real(p->type) || to_real(p->type));
    struct side s = {.name = output ? "the output" : "the input",
                     .stride = 1,
                     .real = real,
                     .element = (size_t)(is_double(p->type) ? 8 : 4) * (real ? 1 : 2),
                     .start = output ? job->out : job->in};
    size_t all = 1;
    for (int i = 0; i < MOST_RANK; i++) { // missing dimensions come first, with length 1
        const int from = i - (MOST_RANK - p->rank);
        const bool last = i == MOST_RANK - 1;
        const size_t n = from < 0 ? 1 : (size_t)p->n[from];
        s.n[i] = last && halved ? n / 2 + 1 : n;
        s.embed[i] = from < 0                              ? 1
                     : l->given                            ? (size_t)l->embed[from]
                     : last && real && job->in == job->out ? 2 * (n / 2 + 1)
                                                           : s.n[i];
        all *= s.embed[i];
    }
    s.stride = l->given ? (size_t)l->stride : 1;
    s.dist = l->given ? (size_t)l->dist : all;
    return s;
}

static size_t place(const struct side *s, size_t b, size_t i, size_t j, size_t k)
{
    return ((i * s->embed[1] + j) * s->embed[2] + k) * s->stride + b * s->dist;
}

static void touch(const struct side *s, enum access_kind kind, size_t b)
{
    const ptrdiff_t step = (ptrdiff_t)(s->stride * s->element);
    for (size_t i = 0; i < s->n[0]; i++)
        for (size_t j = 0; j < s->n[1]; j++) {
            const char *row = s->start + place(s, b, i, j, 0) * s->element;
            if (s->stride == 1)
                library_touch(s->name, kind,
                              (struct pieces){row, s->n[2] * s->element, 1, 0, s->element});
            else
                library_touch(s->name, kind,
                              (struct pieces){row, s->element, s->n[2], step, s->element});
        }
}

static double _Complex load(const struct side *s, size_t at)
{
    const float *f = (const float *)(const void *)(s->start + at * s->element);
    const double *d = (const double *)(const void *)f;
    const bool wide = s->element == (s->real ? 8 : 16);
    if (s->real)
        return wide ? d[0] : (double)f[0];
    return wide ? CMPLX(d[0], d[1]) : CMPLX((double)f[0], (double)f[1]);
}

static void store(const struct side *s, size_t at, double _Complex x)
{
    float *f = (float *)(void *)(s->start + at * s->element);
    double *d = (double *)(void *)f;
    const double parts[] = {creal(x), cimag(x)};
    const bool wide = s->element == (s->real ? 8 : 16);
    for (int i = 0; i < (s->real ? 1 : 2); i++)
        if (wide)
            d[i] = parts[i];
        else
            f[i] = (float)parts[i];
}

// Only half of a real signal's transform is stored; the other half is its conjugate.
static double _Complex load_mirrored(const struct side *in, const size_t n[MOST_RANK], size_t b,
                                     size_t i, size_t j, size_t k)
{
    return k < in->n[2]
               ? load(in, place(in, b, i, j, k))
               : conj(load(in, place(in, b, (n[0] - i) % n[0], (n[1] - j) % n[1], n[2] - k)));
}

static void work(void *arg)
{
    const struct job *job = arg;
    const struct plan *p = &job->plan;
    const struct side in = side_of(job, false), out = side_of(job, true);
    const size_t *n = to_real(p->type) ? out.n : in.n;
    for (int b = 0; b < p->batch; b++) {
        touch(&in, LOAD, (size_t)b);
        touch(&out, STORE, (size_t)b);
    }
    double _Complex *x = library_memory(n[0] * n[1] * n[2], sizeof *x);
    for (size_t b = 0; b < (size_t)p->batch; b++) {
        for (size_t i = 0, at = 0; i < n[0]; i++)
            for (size_t j = 0; j < n[1]; j++)
                for (size_t k = 0; k < n[2]; k++)
                    x[at++] = load_mirrored(&in, n, b, i, j, k);
        for (size_t i = 0; i < n[0] * n[1]; i++)
            fourier(x + i * n[2], n[2], 1, job->sign);
        for (size_t i = 0; n[1] > 1 && i < n[0] * n[2]; i++)
            fourier(x + i / n[2] * n[1] * n[2] + i % n[2], n[1], n[2], job->sign);
        for (size_t i = 0; n[0] > 1 && i < n[1] * n[2]; i++)
            fourier(x + i, n[0], n[1] * n[2], job->sign);
        for (size_t i = 0; i < out.n[0]; i++)
            for (size_t j = 0; j < out.n[1]; j++)
                for (size_t k = 0; k < out.n[2]; k++)
                    store(&out, place(&out, b, i, j, k), x[(i * n[1] + j) * n[2] + k]);
    }
    free(x);
}

static cufftResult execute(const char *pc, const char *name, cufftHandle handle, cufftType type,
                           void *in, void *out, int sign)
{
    const struct plan *plan = find(handle);
    if (!plan || !plan->made)
        return CUFFT_INVALID_PLAN;
    if (plan->type != type) {
        library_refuse(pc, name, "CUFFT_INVALID_TYPE",
                       "the plan was made for another type of transform (%#x)", plan->type);
        return CUFFT_INVALID_TYPE;
    }
    if (sign != CUFFT_FORWARD && sign != CUFFT_INVERSE)
        return CUFFT_INVALID_VALUE;
    struct job job = {*plan, in, out, sign};
    return library_run(pc, name, plan->stream, work, &job, sizeof job) ? CUFFT_SUCCESS
                                                                       : CUFFT_EXEC_FAILED;
}

#define EXECUTE(type, In, Out, sign) \
    cufftResult cufftExec##type(cufftHandle plan, In *in, Out *out) \
    { \
        return execute((const char *)__builtin_return_address(0) - 1, "cufftExec" #type, plan, \
                       CUFFT_##type, in, out, sign); \
    }
#define EXECUTE_BOTH_WAYS(type, Element) \
    cufftResult cufftExec##type(cufftHandle plan, Element *in, Element *out, int direction) \
    { \
        return execute((const char *)__builtin_return_address(0) - 1, "cufftExec" #type, plan, \
                       CUFFT_##type, in, out, direction); \
    }
EXECUTE_BOTH_WAYS(C2C, cufftComplex)
EXECUTE_BOTH_WAYS(Z2Z, cufftDoubleComplex)
EXECUTE(R2C, cufftReal, cufftComplex, CUFFT_FORWARD)
EXECUTE(D2Z, cufftDoubleReal, cufftDoubleComplex, CUFFT_FORWARD)
EXECUTE(C2R, cufftComplex, cufftReal, CUFFT_INVERSE)
EXECUTE(Z2D, cufftDoubleComplex, cufftDoubleReal, CUFFT_INVERSE)

// ---- Plans --------------------------------------------------------------------------------------

cufftResult cufftCreate(cufftHandle *handle)
{
    engine_init();
    for (int i = 0; handle && i < MOST_PLANS; i++)
        if (!plans[i]) {
            plans[i] = calloc(1, sizeof *plans[i]);
            *handle = i + 1;
            return plans[i] ? CUFFT_SUCCESS : CUFFT_ALLOC_FAILED;
        }
    return CUFFT_ALLOC_FAILED;
}

cufftResult cufftDestroy(cufftHandle handle)
{
    if (!find(handle))
        return CUFFT_INVALID_PLAN;
    free(plans[handle - 1]);
    plans[handle - 1] = NULL;
    return CUFFT_SUCCESS;
}

cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream)
{
    if (!find(handle))
        return CUFFT_INVALID_PLAN;
    find(handle)->stream = stream;
    return CUFFT_SUCCESS;
}

cufftResult cufftGetVersion(int *version)
{
    *version = CUFFT_VERSION;
    return CUFFT_SUCCESS;
}

cufftResult cufftGetSize(cufftHandle handle, size_t *size)
{
    if (!find(handle))
        return CUFFT_INVALID_PLAN;
    *size = 0; // no device memory
    return CUFFT_SUCCESS;
}

static struct layout layout(int rank, const int *embed, int stride, int dist)
{
    struct layout l = {.given = embed, .stride = stride, .dist = dist};
    for (int i = 0; embed && i < rank; i++)
        l.embed[i] = embed[i];
    return l;
}

cufftResult cufftMakePlanMany(cufftHandle handle, int rank, int *n, int *inembed, int istride,
                              int idist, int *onembed, int ostride, int odist, cufftType type,
                              int batch, size_t *size)
{
    struct plan *p = find(handle);
    if (!p || p->made)
        return CUFFT_INVALID_PLAN;
    if (rank < 1 || rank > MOST_RANK || batch < 1)
        return CUFFT_INVALID_SIZE;
    if (!is_double(type) && !from_real(type) && !to_real(type) && type != CUFFT_C2C)
        return CUFFT_INVALID_TYPE;
    for (int i = 0; i < rank; i++) {
        if (n[i] < 1)
            return CUFFT_INVALID_SIZE;
        p->n[i] = n[i];
    }
    p->rank = rank;
    p->type = type;
    p->batch = batch;
    p->in = layout(rank, inembed, istride, idist);
    p->out = layout(rank, onembed, ostride, odist);
    p->made = true;
    if (size)
        *size = 0;
    return CUFFT_SUCCESS;
}

cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *size)
{
    return cufftMakePlanMany(plan, 1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch, size);
}

cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *size)
{
    return cufftMakePlanMany(plan, 2, (int[]){nx, ny}, NULL, 1, 0, NULL, 1, 0, type, 1, size);
}

cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t *size)
{
    return cufftMakePlanMany(plan, 3, (int[]){nx, ny, nz}, NULL, 1, 0, NULL, 1, 0, type, 1, size);
}

static cufftResult created(cufftHandle *plan, cufftResult made)
{
    if (made != CUFFT_SUCCESS)
        cufftDestroy(*plan);
    return made;
}

cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch)
{
    const cufftResult result = cufftCreate(plan);
    return result ? result : created(plan, cufftMakePlan1d(*plan, nx, type, batch, NULL));
}

cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type)
{
    const cufftResult result = cufftCreate(plan);
    return result ? result : created(plan, cufftMakePlan2d(*plan, nx, ny, type, NULL));
}

cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type)
{
    const cufftResult result = cufftCreate(plan);
    return result ? result : created(plan, cufftMakePlan3d(*plan, nx, ny, nz, type, NULL));
}

cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist,
                          int *onembed, int ostride, int odist, cufftType type, int batch)
{
    const cufftResult result = cufftCreate(plan);
    return result ? result
                  : created(plan, cufftMakePlanMany(*plan, rank, n, inembed, istride, idist,
                                                    onembed, ostride, odist, type, batch, NULL));
}
