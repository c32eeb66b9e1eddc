// SPDX-License-Identifier: MIT
//
// C = alpha op(A) op(B) + beta C
#include "kind.h"

unsigned gemm_transpose(const struct gemm_problem *p)
{
    if (p->trans_a)
        return p->trans_b ? TRANSPOSE_TT : TRANSPOSE_TN;
    return p->trans_b ? TRANSPOSE_NT : TRANSPOSE_NN;
}

unsigned step_transposes(const struct step *step)
{
    if (step->kind != STEP_GEMM)
        return 0;
    return step->transposes != 0 ? step->transposes : TRANSPOSE_NN;
}

const char *transpose_name(unsigned transpose)
{
    switch (transpose) {
    case TRANSPOSE_NN: return "NN";
    case TRANSPOSE_NT: return "NT";
    case TRANSPOSE_TN: return "TN";
    case TRANSPOSE_TT: return "TT";
    default: return "?";
    }
}

static struct shapes shapes(const struct gemm_problem *p)
{
    return (struct shapes){
        .A = p->trans_a ? (struct shape){p->k, p->m} : (struct shape){p->m, p->k},
        .B = p->trans_b ? (struct shape){p->n, p->k} : (struct shape){p->k, p->n},
        .C = {p->m, p->n},
    };
}

static double operations(const struct gemm_problem *p)
{
    return gemm_only_scales(p) ? 0 : 2.0 * p->m * p->n * p->k;
}

static void call(const struct step *step, const struct gemm *g)
{
    const struct gemm_problem *p = &g->problem;
    if (step->transposes != 0)
        step->run.gemm(g);
    else
        step->run.sgemm_nn(p->m, p->n, p->k, (float)p->alpha, g->A, p->lda, g->B, p->ldb,
                           (float)p->beta, g->C, p->ldc);
}

static void print(const struct gemm_problem *p, FILE *out)
{
    fprintf(out, "C = %g A%s B%s + %g C, m = %d, n = %d, k = %d", p->alpha, p->trans_a ? "^T" : "",
            p->trans_b ? "^T" : "", p->beta, p->m, p->n, p->k);
}

const struct kind kind_gemm = {
    .name = "gemm",
    .sizes = "mnk",
    .strides = "abc",
    .scales = "ab",
    .alpha = 1,
    .shapes = shapes,
    .has_beta_c = true,
    .operations = operations,
    .reference = reference_gemm,
    .call = call,
    .print = print,
};
