// SPDX-License-Identifier: MIT
//
// blas_lu.c: LU factorizations P A = L U of many small matrices, their inverses, and the solutions
// of A X = B, like LAPACK's getrf, getri and getrs.
#include "blas.h"

struct lu {
    struct blas_call call;
    cublasOperation_t op;
    int n, columns, lda, ldc, batch;
    const void *const *a; // in device memory: one pointer per matrix
    void *const *c;
    int *pivots, *info; // pivots NULL: no row exchanges
    bool inverts;       // c: inverses; otherwise right-hand sides, which become solutions
};

static const void *nth(const char *name, const void *const *each, int i)
{
    library_touch(name, LOAD, (struct pieces){each + i, sizeof(void *), 1, 0, sizeof(void *)});
    return each[i];
}

static void touch_ints(const char *name, enum access_kind kind, const int *x, int count)
{
    library_touch(name, kind, (struct pieces){x, (size_t)count * sizeof(int), 1, 0, sizeof(int)});
}

// Row k was exchanged with row pivots[k] of its matrix; rows count from 1.
static void check_pivots(const struct lu *job)
{
    const struct launch *launch = emu_current->block->launch;
    const int count = job->n * job->batch;
    touch_ints(job->inverts ? "PivotArray" : "devIpiv", LOAD, job->pivots, count);
    for (int i = 0; i < count; i++)
        if (job->pivots[i] < 1 || job->pivots[i] > job->n)
            report_and_stop(cudaErrorIllegalAddress, KIND_MISTAKE, launch->pc, NULL,
                            "pass the pivots that getrfBatched stored: they count from 1",
                            "%s: pivot %d of matrix %d is %d, but its rows are 1 to %d",
                            launch->kernel, i % job->n + 1, i / job->n + 1, job->pivots[i], job->n);
}

static cublasStatus_t run_lu(struct lu *job, void (*work)(void *))
{
    const struct blas_call *call = &job->call;
    if (!blas_has_handle(call))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!blas_is_size(call, "n", job->n) || !blas_is_size(call, "nrhs", job->columns) ||
        !blas_is_size(call, "batchSize", job->batch) || !blas_is_op(call, "trans", job->op) ||
        !blas_is_ld(call, "lda", job->lda, job->n) ||
        !blas_is_ld(call, job->inverts ? "ldc" : "ldb", job->ldc, job->n))
        return CUBLAS_STATUS_INVALID_VALUE;
    return job->n == 0 || job->batch == 0
               ? CUBLAS_STATUS_SUCCESS
               : blas_run(call, work, blas_job(job, sizeof *job, NO_SCALAR, NO_SCALAR));
}

#define BODY "blas_lu_body.h"
#include "blas_types.h"
