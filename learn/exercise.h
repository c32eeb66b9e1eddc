// SPDX-License-Identifier: MIT
//
// exercise.h: what the source of an exercise includes.
//
// It declares exercise(), the function that the file defines, for the form that the runner names
// (-DEXERCISE_GEMM ...). Without a name it is a product of matrices, as in chapters 01 to 05.
#ifndef EXERCISE_H
#define EXERCISE_H

#if defined EXERCISE_GEMM
#include "../common/step/step.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if defined EXERCISE_GEMM
void exercise(const struct gemm *g);
#elif defined EXERCISE_VECTOR                                  // z = a x + b y + c, n elements
void exercise(int n, float a, const float *x, float b, const float *y, float c, float *z);
#elif defined EXERCISE_ROW_SUM || defined EXERCISE_SUM_SQUARES // of A, m x n
void exercise(int m, int n, const float *A, int lda, float *result);
#elif defined EXERCISE_TRANSPOSE                               // C = A transposed, n x m
void exercise(int m, int n, const float *A, int lda, float *C, int ldc);
#elif defined EXERCISE_OFFSET                                  // a layout as a function
long long exercise(int i, int j);
#elif !defined EXERCISE_NONE                                   // C = alpha A B + beta C, row-major
void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc);
#endif

#ifdef __cplusplus
}
#endif

// ---- Answers -------------------------------------------------------------------------------------

// ANSWER(sectors, 32);                a number that the runner compares with what is counted
// LAYOUT(tile, "(4,2):(2,1)");        a layout as text
//
// Each becomes an entry of a table that the linker puts together.
struct exercise_answer {
    const char *name;
    long long value;
};
struct exercise_layout {
    const char *name, *text;
};

#define EXERCISE_TABLE(table) __attribute__((section(table), used, aligned(16)))
#define ANSWER(name, value) \
    static struct exercise_answer answer_##name EXERCISE_TABLE("exercise_answers") = {#name, value}
#define LAYOUT(name, text) \
    static struct exercise_layout layout_##name EXERCISE_TABLE("exercise_layouts") = {#name, text}

#endif
