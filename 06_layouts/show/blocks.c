// SPDX-License-Identifier: MIT
//
// The experiment --blocks: the sum of squares of the tile text's data, by one atomic addition for
// each element and by tiles, with blocks of several sizes.
#include "blocks.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../common/base/timer.h"
#include "../../common/driver/driver.h"
#include "../../common/step/matrix.h"
#include "../tiles.h"
#include "numpy_random.h"

enum { DEFAULT_REPS = 20, SEED = 42 };

struct run {
    int kernel;
    const struct matrix *A; // on the host
    const double *d_A;
    double *d_result;
};

static void launch(void *context)
{
    const struct run *r = context;
    block_reduce(r->kernel, r->A->rows, r->A->cols, r->d_A, r->d_result);
}

static bool is_right(const struct gpu_ops *gpu, const struct run *r, double wanted)
{
    double got;
    launch((void *)(uintptr_t)r);
    gpu->copy_out(&got, r->d_result, sizeof got);
    return fabs(got - wanted) <= 1e-10 * wanted;
}

static void print_row(const struct run *r, bool ok, double ms, double first_ms)
{
    const struct block_kernel *k = &block_kernels[r->kernel];
    const int elements = r->A->rows * r->A->cols;
    printf("%-17s  %7d  %8d  %10d", k->name, k->threads, k->values,
           k->by_element ? elements : block_count(r->kernel, elements));
    if (!ok)
        printf("  wrong");
    else if (ms > 0)
        printf("  %9.4f  %7.1f  %11.1f", ms, 8e-6 * elements / ms, first_ms / ms);
    printf("\n");
}

static bool measure(const struct setup *setup, const struct matrix *A, double wanted)
{
    const struct gpu_ops *gpu = setup->gpu;
    const int reps = setup->reps > 0 ? setup->reps : DEFAULT_REPS, count = block_kernel_count;
    struct run *runs = calloc((size_t)count, sizeof *runs);
    struct contender *contenders = calloc((size_t)count, sizeof *contenders);
    double *samples = calloc((size_t)reps * (size_t)count, sizeof *samples), first_ms = 0;
    double *d_A = gpu->alloc(matrix_bytes(A)), *d_result = gpu->alloc(sizeof(double));
    const bool enough = runs && contenders && samples;
    bool all_right = enough;
    for (int i = 0; i < count && enough; i++) {
        runs[i] = (struct run){i, A, d_A, d_result};
        contenders[i] = (struct contender){
            .launch = launch, .context = &runs[i], .ms = &samples[(ptrdiff_t)i * reps]};
    }
    gpu->copy_in(d_A, A->data, matrix_bytes(A));
    if (enough && !setup->machine.is_emulated)
        gpu->time(contenders, count, reps, setup->cold);
    for (int i = 0; i < count && enough; i++) {
        const bool ok = is_right(gpu, &runs[i], wanted);
        const double ms =
            setup->machine.is_emulated ? 0 : statistics_of(contenders[i].ms, reps).median;
        first_ms = i == 0 ? ms : first_ms;
        all_right &= ok;
        print_row(&runs[i], ok, ms, first_ms);
    }
    gpu->release(d_A);
    gpu->release(d_result);
    free(runs);
    free(contenders);
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
    if (!matrix_alloc(&A, DTYPE_F64, p->m, p->n, p->n)) {
        fail(&why, "-m %d -n %d: no memory on the host for --blocks", p->m, p->n);
        return complain(setup->chapter, &why, EXIT_REQUEST);
    }
    long double wanted = 0;
    struct numpy_random rng = numpy_default_rng(SEED);
    for (ptrdiff_t i = 0; i < (ptrdiff_t)p->m * p->n; i++) {
        const double x = numpy_random_f64(&rng);
        ((double *)A.data)[i] = x;
        wanted += (long double)x * x;
    }
    printf("--blocks: %s\nthe sum of the squares of %d x %d doubles of default_rng(%d): %.6f\n\n",
           setup->machine.name, p->m, p->n, SEED, (double)wanted);
    printf("                   threads  elements      atomic");
    if (!setup->machine.is_emulated)
        printf("     median     GB/s   times the");
    printf("\n                   a block  a thread   additions");
    if (!setup->machine.is_emulated)
        printf("         ms           first row's");
    printf("\n");
    const bool ok = measure(setup, &A, (double)wanted);
    matrix_free(&A);
    return ok ? EXIT_OK : EXIT_WRONG;
}
