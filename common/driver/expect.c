// SPDX-License-Identifier: MIT
#include "expect.h"

#include <stdio.h>

#include "../step/kind.h"
#include "../step/matrix.h"

enum { SHORT_K = 256, LONG_K = 512 };

// A device matrix of random elements; NULL where there is no memory.
static void *random_operand(const struct gpu_ops *gpu, enum dtype type, struct shape shape, int ld,
                            int seed)
{
    struct matrix M;
    if (!matrix_alloc(&M, type, shape.rows, shape.cols, ld))
        return NULL;
    matrix_fill_random(&M, (uint64_t)seed);
    void *device = gpu->alloc(matrix_used_bytes(&M));
    gpu->copy_in(device, M.data, matrix_used_bytes(&M));
    matrix_free(&M);
    return device;
}

static bool trace(const struct gpu_ops *gpu, const char *facts, const struct step *step,
                  const struct gemm_problem *asked, int k, bool what_if, struct expectation *e,
                  struct failure *why)
{
    struct gemm_problem p = *asked;
    const struct kind *kind = kind_of(step);
    if (k < p.k)
        p.k = k;
    p.lda = p.trans_a ? p.m : p.k;
    p.ldb = p.trans_b ? p.k : p.n;
    p.ldc = p.n;
    const struct shapes s = kind->shapes(&p);
    struct failure reason;
    void *A = random_operand(gpu, step->type_ab, s.A, p.lda, 1);
    void *B = random_operand(gpu, step->type_ab, s.B, p.ldb, 2);
    void *C = gpu->alloc((size_t)p.m * (size_t)p.n * dtype_size(step->type_c));
    const struct counting *counting = gpu->counting();
    counting->expect_begin(facts, kind->operations(&p) / 2, what_if);
    kind->call(step, &(struct gemm){p, A, B, C});
    bool good = gpu->finish(&reason);
    if (!counting->expect_end(e))
        good = fail(why, "%s", e->why_not);
    counting->forget_error();
    gpu->release(C);
    gpu->release(B);
    gpu->release(A);
    return good;
}

bool expect_step(const struct gpu_ops *gpu, const char *chapter, const struct step *step,
                 const struct gemm_problem *p, bool knows_facts, bool what_if,
                 struct expectation *e, struct failure *why)
{
    char facts[120];
    snprintf(facts, sizeof facts, "%s/%s", chapter, step->name);
    const char *known = knows_facts ? facts : NULL;
    if (!trace(gpu, known, step, p, LONG_K, what_if, e, why))
        return false;
    if (p->k <= LONG_K)
        return true;
    struct expectation shorter;
    if (!trace(gpu, known, step, p, SHORT_K, what_if, &shorter, why))
        return false;
    const double times = (double)(p->k - LONG_K) / (LONG_K - SHORT_K);
    const int launches = e->launches + (int)(times * (e->launches - shorter.launches));
    e->cycles += (e->cycles - shorter.cycles) * times;
    e->mma_cycles += (e->mma_cycles - shorter.mma_cycles) * times;
    for (int i = 0; i < EXPECT_LIMITS; i++)
        e->without[i] += (e->without[i] - shorter.without[i]) * times;
    e->ms = gpu->counting()->expect_us(e->cycles, e->mma_cycles, launches) / 1e3;
    e->launches = launches;
    return true;
}
