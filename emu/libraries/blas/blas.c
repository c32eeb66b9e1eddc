// SPDX-License-Identifier: MIT
//
// blas.c: the common first part of all cuBLAS functions: checks, and the launch of their work.
#include "blas.h"

#include <string.h>

#define INVALID "CUBLAS_STATUS_INVALID_VALUE"

// A job that runs after the call has returned, with copies of the caller's data.
struct kept_job {
    struct cublasContext handle;
    void (*work)(void *);
    ptrdiff_t at[2]; // offsets in the job of the pointers to its scalars; 0: no scalar in host
                     // memory
    _Alignas(16) char value[2][BLAS_MOST_SCALAR];
    _Alignas(16) char job[LIBRARY_KEPT - 144];
};
_Static_assert(sizeof(struct kept_job) == LIBRARY_KEPT, "no larger job is stored");

static void work_kept(void *arg)
{
    struct kept_job *kept = arg;
    const void *scalars[] = {kept->value[0], kept->value[1]};
    ((struct blas_call *)(void *)kept->job)->handle = &kept->handle;
    for (int i = 0; i < 2; i++)
        if (kept->at[i])
            memcpy(kept->job + kept->at[i], &scalars[i], sizeof scalars[i]);
    kept->work(kept->job);
}

// Returns false if the job cannot be kept. The work then reports an invalid scalar.
static bool keep(const struct blas_call *call, void (*work)(void *), const struct blas_job *job,
                 struct kept_job *kept)
{
    const struct blas_scalar *scalars[] = {&job->alpha, &job->beta};
    *kept = (struct kept_job){.handle = *call->handle, .work = work};
    if (job->size > sizeof kept->job)
        return false;
    for (int i = 0; i < 2 && call->handle->pointers == CUBLAS_POINTER_MODE_HOST; i++) {
        if (!scalars[i]->at || !*scalars[i]->at)
            continue;
        if (arena_offset(*scalars[i]->at) < GLOBAL_END)
            return false;
        kept->at[i] = (const char *)scalars[i]->at - (const char *)job->job;
        memcpy(kept->value[i], *scalars[i]->at, scalars[i]->bytes);
    }
    memcpy(kept->job, job->job, job->size);
    return true;
}

struct blas_scalar blas_scalar(const struct blas_call *call, const void **at, bool real)
{
    const char letter = call->name[strlen("cublas")];
    const size_t bytes = letter == 'S' ? 4 : letter == 'Z' ? 16 : 8;
    return (struct blas_scalar){at, real ? bytes / 2 : bytes};
}

cublasStatus_t blas_run(const struct blas_call *call, void (*work)(void *), struct blas_job job)
{
    struct kept_job kept;
    const cudaStream_t stream = call->handle->stream;
    const bool done = library_keeps(stream) && job.size > 0 && keep(call, work, &job, &kept)
                          ? library_run(call->pc, call->name, stream, work_kept, &kept, sizeof kept)
                          : library_run(call->pc, call->name, stream, work, job.job, 0);
    return done ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

cublasStatus_t blas_run_result(const struct blas_call *call, void (*work)(void *),
                               struct blas_job job)
{
    if (call->handle->pointers == CUBLAS_POINTER_MODE_HOST)
        job.size = 0;
    const cublasStatus_t status = blas_run(call, work, job);
    if (call->handle->pointers == CUBLAS_POINTER_MODE_HOST)
        stream_sync(call->handle->stream);
    return status;
}

// ---- Operands -----------------------------------------------------------------------------------

void blas_touch_scalar(const struct blas_call *call, const char *name, enum access_kind kind,
                       const void *p, size_t bytes)
{
    if (call->handle->pointers == CUBLAS_POINTER_MODE_DEVICE)
        library_touch(name, kind, (struct pieces){p, bytes, 1, 0, bytes});
    else
        library_touch_host(name, p,
                           "cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) before the "
                           "call, or pass the address of a host variable");
}

void blas_touch_vector(const char *name, enum access_kind kind, const void *x, int n, int inc,
                       size_t element)
{
    const size_t count = n > 0 ? (size_t)n : 0;
    const ptrdiff_t step = (ptrdiff_t)(inc < 0 ? -inc : inc) * (ptrdiff_t)element;
    if (inc == 1)
        library_touch(name, kind, (struct pieces){x, count * element, 1, 0, element});
    else
        library_touch(name, kind, (struct pieces){x, element, inc ? count : 1, step, element});
}

void blas_touch_matrix(const char *name, enum access_kind kind, const void *a, int rows, int cols,
                       long long ld, size_t element)
{
    if (rows > 0 && cols > 0)
        library_touch(name, kind,
                      (struct pieces){a, (size_t)rows * element, (size_t)cols,
                                      (ptrdiff_t)ld * (ptrdiff_t)element, element});
}

// ---- Arguments ----------------------------------------------------------------------------------

bool blas_has_handle(const struct blas_call *call)
{
    const char *maker = strncmp(call->name, "cublasLt", 8) == 0 ? "cublasLtCreate" : "cublasCreate";
    return library_has_handle(call->pc, call->name, "CUBLAS_STATUS_NOT_INITIALIZED",
                              (struct library_maker){"handle", maker}, call->handle);
}

bool blas_is_size(const struct blas_call *call, const char *name, long long value)
{
    if (value < 0)
        library_refuse(call->pc, call->name, INVALID, "%s is %lld", name, value);
    return value >= 0;
}

bool blas_is_op(const struct blas_call *call, const char *name, cublasOperation_t op)
{
    const bool known = op <= CUBLAS_OP_CONJG;
    if (!known)
        library_refuse(call->pc, call->name, INVALID,
                       "%s is %d: CUBLAS_OP_N, CUBLAS_OP_T and CUBLAS_OP_C are allowed", name, op);
    return known;
}

bool blas_is_choice(const struct blas_call *call, const char *name, int value)
{
    const bool known = value == 0 || value == 1;
    if (!known)
        library_refuse(call->pc, call->name, INVALID, "there is no %s %d", name, value);
    return known;
}

bool blas_is_ld(const struct blas_call *call, const char *name, long long ld, long long rows)
{
    const bool large_enough = ld >= (rows > 1 ? rows : 1);
    if (!large_enough)
        library_refuse(call->pc, call->name, INVALID,
                       "%s is %lld, less than the %lld rows of the stored matrix, column "
                       "by column",
                       name, ld, rows > 1 ? rows : 1);
    return large_enough;
}

bool blas_is_increment(const struct blas_call *call, const char *name, int inc)
{
    if (inc == 0)
        library_refuse(call->pc, call->name, INVALID, "%s is 0", name);
    return inc != 0;
}

bool blas_is_given(const struct blas_call *call, const char *name, const void *p)
{
    if (!p)
        library_refuse(call->pc, call->name, INVALID, "%s is a null pointer", name);
    return p;
}
