// SPDX-License-Identifier: MIT
//
// contract.h: what the tests of the contract of a GEMM step have in common: every step keeps
//     C = alpha op(A) op(B) + beta C, for any m, n, k >= 0, any ld that holds a row, any address;
//     nothing is written between the rows; beta == 0 never reads C; alpha == 0 or k == 0 reads
//     neither A nor B; NaN and Inf in A and B reach C.
// One test per step: a CUDA context for each shape would take most of the time.
#ifndef TESTS_CONTRACT_H
#define TESTS_CONTRACT_H

#include <criterion/parameterized.h>
#include <stdbool.h>

#include "../../common/step/step.h"
#include "../../emu/tests/support/sampler.h"

// Every GEMM step, by its number: Criterion hands parameters to another process, where pointers
// mean nothing.
struct criterion_test_params all_steps(void);
// Every second one, from the first or (turn 1) the second one on; all with TEST_MORE.
struct criterion_test_params steps_in_turn(int turn);
// Those of them that are wanted.
struct criterion_test_params steps_that(bool (*wanted)(int number));

// The step of that number, and the machine for it.
const struct step *open_step(int number);

bool is_integer(const struct step *step);

// Steps from chapter 07 on: each of their tiles costs an emulated GPU more than a whole small
// problem of the other ones, and there are many of them: fewer shapes that cover the same cases.
bool has_large_tiles(const struct step *step);

// A number that most steps have for themselves: where cases are taken in turn, steps begin with
// different ones.
int own_turn(const struct step *step);

// Is trial `number` this transpose's, where a step's transposes take turns?
bool is_turn_of(const struct step *step, const struct gemm_problem *p, int number);

// They do where tiles are large, unless more_tests().
bool is_due(const struct step *step, const struct gemm_problem *p, int number);

// Calls test(step, p) with p.trans_a and p.trans_b set to each transposition that the step has.
void each_transpose(const struct step *step,
                    void (*test)(const struct step *step, struct gemm_problem p));
struct gemm_problem first_transpose(const struct step *step);

// Runs and checks p with that shape (m, n, k), those scales (alpha, beta) and that gap between
// rows.
void run_trial(const struct step *step, struct gemm_problem p, const int shape[3],
               const double scales[2], int gap);

#endif
