// SPDX-License-Identifier: MIT
//
// call.h: exercise(), called in the form that the learner's file defines it in.
#ifndef LEARN_CHILD_CALL_H
#define LEARN_CHILD_CALL_H

#include <stdbool.h>

#include "../../common/step/step.h"
#include "../source/form.h"

// Whether the file defines it.
bool exercise_is_there(void);

void call_exercise(enum form form, const struct gemm *g);

// to[i * cols + j] = exercise(i, j)
void call_offset(int rows, int cols, long long *to);

#endif
