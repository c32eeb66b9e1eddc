// SPDX-License-Identifier: MIT
#include "call.h"
#include "secret.h"

// One function under as many names as it may have types: which of them it is, the form says. The
// linker knows functions by their names alone. A file that holds answers only has none.
#define EXERCISE __asm__("exercise") __attribute__((weak))
typedef long long offset_fn(int i, int j);
extern sgemm_nn_fn exercise_sgemm EXERCISE;
extern gemm_fn exercise_gemm EXERCISE;
extern vector_fn exercise_vector EXERCISE;
extern reduction_fn exercise_reduction EXERCISE;
extern transpose_fn exercise_transpose EXERCISE;
extern offset_fn exercise_offset EXERCISE;

bool exercise_is_there(void) { return exercise_sgemm != NULL; }

static void call(enum form form, const struct gemm *g)
{
    const struct gemm_problem *p = &g->problem;
    const float alpha = (float)p->alpha, beta = (float)p->beta, gamma = (float)p->gamma;
    switch (form) {
    case FORM_GEMM: exercise_gemm(g); break;
    case FORM_VECTOR: exercise_vector(p->n, alpha, g->A, beta, g->B, gamma, g->C); break;
    case FORM_ROW_SUM:
    case FORM_SUM_SQUARES: exercise_reduction(p->m, p->n, g->A, p->lda, g->C); break;
    case FORM_TRANSPOSE: exercise_transpose(p->m, p->n, g->A, p->lda, g->C, p->ldc); break;
    case FORM_SGEMM:
    case FORM_PROGRAM:
        exercise_sgemm(p->m, p->n, p->k, alpha, g->A, p->lda, g->B, p->ldb, beta, g->C, p->ldc);
        break;
    default: break;
    }
}

void call_exercise(enum form form, const struct gemm *g)
{
    secret_hide();
    call(form, g);
    secret_show();
}

void call_offset(int rows, int cols, long long *to)
{
    secret_hide();
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            to[(long long)i * cols + j] = exercise_offset(i, j);
    secret_show();
}
