// SPDX-License-Identifier: MIT
//
// C = alpha A B + beta C
#include "kind.h"

bool gemm_only_scales(const struct gemm_problem *p) { return p->alpha == 0 || p->k == 0; }

static struct shapes shapes(const struct gemm_problem *p)
{
    return (struct shapes){
        .A = p->trans_a ? (struct shape){p->k, p->m} : (struct shape){p->m, p->k},
        .B = p->trans_b ? (struct shape){p->n, p->k} : (struct shape){p->k, p->n},
        .C = {p->m, p->n},
    };
}

static bool reads_c(const struct gemm_problem *p) { return p->beta != 0; }

static double operations(const struct gemm_problem *p)
{
    return gemm_only_scales(p) ? 0 : 2.0 * p->m * p->n * p->k;
}

static void call(const struct step *step, const struct gemm_problem *p, const void *A,
                 const void *B, void *C)
{
    if (step->transposes != 0)
        step->run.gemm(p->trans_a, p->trans_b, p->m, p->n, p->k, p->alpha, A, p->lda, B, p->ldb,
                       p->beta, C, p->ldc);
    else
        step->run.sgemm_nn(p->m, p->n, p->k, (float)p->alpha, A, p->lda, B, p->ldb, (float)p->beta,
                           C, p->ldc);
}

static void print(const struct gemm_problem *p, FILE *out)
{
    fprintf(out, "C = %g A B + %g C, m = %d, n = %d, k = %d", p->alpha, p->beta, p->m, p->n, p->k);
}

const struct kind kind_gemm = {
    .name = "gemm",
    .sizes = "mnk",
    .scales = "ab",
    .alpha = 1,
    .shapes = shapes,
    .reads_c = reads_c,
    .operations = operations,
    .reference = reference_gemm,
    .call = call,
    .print = print,
};
