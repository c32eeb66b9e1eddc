// SPDX-License-Identifier: MIT
//
// The experiment --blocks: the sum of squares by one atomic addition for each element, and by tiles
// with blocks of several sizes.
#include "blocks.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../common/driver/driver.h"
#include "../../common/step/matrix.h"
#include "../../common/base/timer.h"
#include "../tiles.h"

enum { CONTENDERS = BLOCK_SHAPES + 1, DEFAULT_REPS = 20 };

struct run {
    int shape, elements; // shape -1: one atomic addition for each element
    const double *d_A;
    double *d_result;
};

static void launch(void *context)
{
    const struct run *r = context;
    if (r->shape < 0)
        tiles_reduce_simt(1, r->elements, r->d_A, r->elements, r->d_result);
    else
        block_reduce(r->shape, r->elements, r->d_A, r->d_result);
}

static bool is_right(const struct gpu_ops *gpu, const struct run *r, double wanted)
{
    double got;
    launch((void *)(uintptr_t)r);
    gpu->copy_out(&got, r->d_result, sizeof got);
    return fabs(got - wanted) <= 1e-10 * wanted;
}

static void print_row(const struct run *r, bool ok, double ms, double simt_ms)
{
    if (r->shape < 0) {
        printf("4_reduce_simt  %7d  %8d  %10d", REDUCE_THREADS, 1, r->elements);
    } else {
        const struct block_shape s = block_shape(r->shape, r->elements);
        printf("tiles          %7d  %8d  %10d", s.threads, s.values, s.blocks);
    }
    if (!ok)
        printf("  wrong");
    else if (ms > 0)
        printf("  %9.4f  %7.1f  %11.1f", ms, 8e-6 * r->elements / ms, simt_ms / ms);
    printf("\n");
}

static bool measure(const struct setup *setup, const struct matrix *A, double wanted)
{
    const struct gpu_ops *gpu = setup->gpu;
    const int elements = A->cols, reps = setup->reps > 0 ? setup->reps : DEFAULT_REPS;
    struct run runs[CONTENDERS];
    struct contender contenders[CONTENDERS];
    double *samples = calloc((size_t)reps * CONTENDERS, sizeof *samples), ms[CONTENDERS] = {0};
    double *d_A = gpu->alloc(matrix_bytes(A)), *d_result = gpu->alloc(sizeof(double));
    bool all_right = samples != NULL;
    if (samples)
        gpu->copy_in(d_A, A->data, matrix_bytes(A));
    for (int i = 0; i < CONTENDERS; i++) {
        runs[i] = (struct run){i - 1, elements, d_A, d_result};
        contenders[i] = (struct contender){.launch = launch,
                                           .context = &runs[i],
                                           .ms = samples ? &samples[(ptrdiff_t)i * reps] : NULL};
    }
    if (samples && !setup->machine.is_emulated) {
        gpu->time(contenders, CONTENDERS, reps, setup->cold);
        for (int i = 0; i < CONTENDERS; i++)
            ms[i] = statistics_of(contenders[i].ms, reps).median;
    }
    for (int i = 0; samples && i < CONTENDERS; i++) {
        const bool ok = is_right(gpu, &runs[i], wanted);
        all_right &= ok;
        print_row(&runs[i], ok, ms[i], ms[0]);
    }
    gpu->release(d_A);
    gpu->release(d_result);
    free(samples);
    return all_right;
}

int tiles_blocks(const struct gemm_problem *p, const struct setup *setup)
{
    struct failure why;
    struct matrix A;
    const double elements = (double)p->m * p->n;
    if (elements < 1 || elements > INT_MAX) {
        fail(&why, "-m %d -n %d: --blocks adds up from 1 to %d elements", p->m, p->n, INT_MAX);
        return complain(setup->chapter, &why, EXIT_REQUEST);
    }
    if (!matrix_alloc(&A, DTYPE_F64, 1, p->m * p->n, p->m * p->n)) {
        fail(&why, "-m %d -n %d: no memory on the host for --blocks", p->m, p->n);
        return complain(setup->chapter, &why, EXIT_REQUEST);
    }
    long double wanted = 0;
    matrix_fill_random(&A, 1);
    for (int i = 0; i < A.cols; i++)
        wanted += (long double)((const double *)A.data)[i] * ((const double *)A.data)[i];

    printf("--blocks: %s, the sum of the squares of %d x %d doubles\n\n", setup->machine.name, p->m,
           p->n);
    printf("               threads  elements      atomic");
    if (!setup->machine.is_emulated)
        printf("     median     GB/s   times the");
    printf("\n               a block  a thread   additions");
    if (!setup->machine.is_emulated)
        printf("         ms           first row's");
    printf("\n");
    const bool ok = measure(setup, &A, (double)wanted);
    matrix_free(&A);
    return ok ? EXIT_OK : EXIT_WRONG;
}
