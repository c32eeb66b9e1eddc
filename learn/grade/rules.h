// SPDX-License-Identifier: MIT
//
// rules.h: the checks that are rules: budgets, predictions, cache misses, layouts; and medals.
#ifndef LEARN_GRADE_RULES_H
#define LEARN_GRADE_RULES_H

#include "grade.h"
#include "../run/run.h"

// Checks number `number` of the exercise: sets its bit in g->failed where it is broken, and fills
// in g->ruled[number].
void rules_check(struct grade *g, int number, const struct reported *r);

// Which medals are won. False, with the reason, where one's rule is none.
bool rules_medals(struct grade *g, const struct reported *r, struct failure *why);

// layouts.c: the check L: a learner's layouts compared with those of the layout library. Checks
// number `number` of the exercise; what is wrong goes into g->ruled[number].text. False, with the
// reason, where the rule itself is wrong.
bool layouts_check(struct grade *g, int number, const struct reported *r, bool *failed,
                   struct failure *why);

#endif
