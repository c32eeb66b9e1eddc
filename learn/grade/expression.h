// SPDX-License-Identifier: MIT
//
// expression.h: the rules of checks, such as
//     shared_load_wavefronts <= 9 * ceil(m, 32) * k
//
// Numbers, names, + - * / % and parentheses, as in C but with real numbers (5 / 2 is 2.5);
// ceil(a, b) is the quotient rounded up, floor(a, b) down; min(a, b), max(a, b); one comparison:
// <= >= == or !=.
#ifndef LEARN_GRADE_EXPRESSION_H
#define LEARN_GRADE_EXPRESSION_H

#include <stdbool.h>

#include "../../common/base/failure.h"

// The value of a name of `length` characters; false if no such name exists.
typedef bool name_fn(void *context, const char *name, int length, double *value);

struct comparison {
    bool holds;
    double left, right;
    char how[3]; // "<="
};

// Reads and evaluates a rule. False with the reason where it is none.
bool expression_compare(const char *rule, name_fn *value_of, void *context, struct comparison *c,
                        struct failure *why);

#endif
