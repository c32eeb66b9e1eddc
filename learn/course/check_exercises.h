// SPDX-License-Identifier: MIT
//
// check_exercises.h: is an exercise itself right?
#ifndef LEARN_COURSE_CHECK_EXERCISES_H
#define LEARN_COURSE_CHECK_EXERCISES_H

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

#endif
