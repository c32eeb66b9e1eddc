// SPDX-License-Identifier: MIT
//
// layouts.h: the check L: a learner's layouts compared with those of the layout library.
#ifndef LEARN_GRADE_LAYOUTS_H
#define LEARN_GRADE_LAYOUTS_H

#include "grade.h"
#include "../run/run.h"

// Checks number `number` of the exercise; what is wrong goes into g->ruled[number].text. False,
// with the reason, where the rule itself is wrong.
bool layouts_check(struct grade *g, int number, const struct reported *r, bool *failed,
                   struct failure *why);

#endif
