// SPDX-License-Identifier: MIT
//
// verdict.h: what a learner reads after each save: one screen.
#ifndef LEARN_GRADE_VERDICT_H
#define LEARN_GRADE_VERDICT_H

#include <stdio.h>

#include "grade.h"

// columns: of the terminal, 0: none.
void verdict_print(const struct grade *g, int columns, FILE *out);

// The result of one check, in one line without a newline: "shared load wavefronts: 16,384
// allowed, yours 262,144 ...". For all formats.
void verdict_of_check(const struct grade *g, int check, char *text, size_t size);

#endif
