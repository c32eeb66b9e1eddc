// SPDX-License-Identifier: MIT
//
// kind.h: what a step computes: its operands, its cost, its reference, and how it is called.
//
// The driver, the tests and the benchmarks know a step by its row in a chapter's table. Everything
// else follows from the kind, and this file has one row for each kind. Every kind has at most two
// operands A and B and one result C, all row-major matrices.
#ifndef COMMON_KIND_H
#define COMMON_KIND_H

#include <stdio.h>

#include "matrix.h"
#include "reference.h"
#include "step.h"

struct shape {
    int rows, cols;
};
static inline double shape_elements(struct shape s) { return (double)s.rows * s.cols; }

// An operand that the kind does not have is 0 x 0.
struct shapes {
    struct shape A, B, C;
};

struct kind {
    const char *name;
    const char *sizes;   // which of m, n and k it has: "mnk"
    const char *strides; // which of lda, ldb and ldc it has: "abc"; the other matrices are dense
    const char *scales;  // which of alpha, beta and gamma it has: "abc"
    double alpha, beta, gamma; // their default values
    struct shapes (*shapes)(const struct gemm_problem *p);
    bool has_beta_c; // beta C is added to the result; otherwise C is the result alone
    double (*operations)(const struct gemm_problem *p); // FLOP
    // In float64 or better; p as in reference_gemm(). False if there is not enough memory. This is
    // the kind's arithmetic; step_reference() adds a step's own rounding.
    bool (*reference)(struct reference *reference, const struct gemm_problem *p,
                      const struct matrix *A, const struct matrix *B, const struct matrix *C);
    // Pointers in the memory of the step's place; alpha and beta of p are exact in the step's
    // type_c.
    void (*call)(const struct step *step, const struct gemm *g);
    void (*print)(const struct gemm_problem *p, FILE *out); // "C = 1 A B + 0 C, m = ..."
};

extern const struct kind kind_gemm, kind_vector, kind_row_sum, kind_sum_squares, kind_transpose;

const struct kind *kind_of(const struct step *step);

// Is C also an operand? Then it must hold numbers before the step.
bool kind_reads_c(const struct kind *kind, const struct gemm_problem *p);

// The kind's reference for this step: with A and B rounded as the step rounds them, and with the
// properties of its arithmetic that verify_result() needs. False if there is not enough memory.
bool step_reference(struct reference *reference, const struct step *step,
                    const struct gemm_problem *p, const struct matrix *A, const struct matrix *B,
                    const struct matrix *C);

// The bytes that must move at least: each operand is read once, the result is written once.
double compulsory_bytes(const struct step *step, const struct gemm_problem *p);

// Of TRANSPOSE_NN ... TRANSPOSE_TT: that of p, and those that a step takes (0 for steps
// that are not a GEMM). Names are "NN" ... "TT".
unsigned gemm_transpose(const struct gemm_problem *p);
unsigned step_transposes(const struct step *step);
const char *transpose_name(unsigned transpose);

#endif
