// SPDX-License-Identifier: MIT
//
// course.h: tools for authors of exercises: is an exercise correct, and how long does a learner
// wait?
#ifndef LEARN_COURSE_COURSE_H
#define LEARN_COURSE_COURSE_H

#include <stdio.h>

#include "../source/catalogue.h"

enum matrix_parts {
    MATRIX_WHOLE,
    MATRIX_QUICK, // the solution, and the first mutant
    MATRIX_SOLUTION,
    MATRIX_MUTANT, // the first one
};

// The matrix of one exercise, a row for each text that can be made of it: the stub fails exactly
// what it says, the solution nothing, each mutant exactly what it says; and for each check there is
// a mutant that fails it alone. Prints the rows to `out`; false where one is not so.
bool author_matrix(const struct entry *entry, enum matrix_parts parts, bool verbose, FILE *out);

// From a save to the verdict: each exercise's solution, compiled anew and graded, one after the
// other; a table with tabs on standard output, its median in the first line. Returns the exit
// status.
int times_print(const struct catalogue *c, const char *commit);

#endif
