// SPDX-License-Identifier: MIT
//
// trial.h: one call of one step, on matrices laid out to catch what a step must not do.
//
// Each ld may be larger than its row. After the last element of a matrix its memory ends: the
// emulated GPU and compute-sanitizer notice the first element read or written too far. Between the
// rows of A and B are NaNs, or integers larger than any element, which spoil the result of a step
// that reads them; between the rows of C is a pattern that must still be there afterwards. So
// do, where a test asks for them, elements before and after each matrix: then it does not begin
// where its allocation does.
#ifndef TESTS_TRIAL_H
#define TESTS_TRIAL_H

#include "../../common/driver/gpu/gpu.h"
#include "../../common/step/matrix.h"
#include "../../common/step/step.h"

struct trial {
    const struct step *step;
    struct gemm_problem p; // with its ld's
    struct matrix A, B, C; // C: before the call
    int before[3];         // elements in front of A, B and C: on the GPU only
    int behind;            // elements after each of them
};

// Random matrices of the shapes that the step's kind has; `gap` elements are between two rows of
// each, and 0 is allowed; vectors and results of reductions are dense. Other members (gamma,
// before, behind) are 0, and may be set before the call.
void trial_make(struct trial *trial, const struct step *step, int m, int n, int k, double alpha,
                double beta, int gap);
// The same for the transposes, sizes and scales of a problem.
void trial_make_problem(struct trial *trial, const struct step *step, const struct gemm_problem *p,
                        int gap);
void trial_free(struct trial *trial);

// Calls the step and checks the result, the memory between the rows, and that A and B are as they
// were. Fails the running test with all that is needed to repeat the call. Does nothing where the
// step says that the problem does not fit this machine.
void trial_check(const struct trial *trial);

// Fails the running test if the emulated GPU found a mistake since the last call.
void trial_check_found(const char *what);

// Opens the GPU when the step needs one.
void trial_open_machine(const struct step *step);

#endif
