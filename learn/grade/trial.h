// SPDX-License-Identifier: MIT
//
// trial.h: one call of exercise(): its problem, its operands, what must come out, what came out.
#ifndef LEARN_GRADE_TRIAL_H
#define LEARN_GRADE_TRIAL_H

#include "../../common/base/failure.h"
#include "../../common/step/reference.h"
#include "../run/job.h"
#include "../source/source.h"

struct trial {
    struct step step; // kind and types, for kind.h
    struct gemm_problem problem;
    struct matrix A, B, C_before, C;
    struct reference reference;
    bool whole_rows; // memory ends with the gap after the last row, not with its last element
};

// Number `number` of the exercise's sizes, with sizes and data drawn from the seed. False with the
// reason: no memory.
bool trial_create(struct trial *t, const struct exercise *e, int number, uint64_t seed,
                  struct failure *why);
void trial_free(struct trial *t);

// As the child gets it; inputs: the bytes of A, B and C.
struct job trial_job(const struct trial *t, const void *inputs[3]);

// Is what came back right? Else what is wrong, in one line for the learner.
bool trial_judge(struct trial *t, const struct exercise *e, const struct outcome *outcome,
                 const void *result, struct failure *wrong);

#endif
