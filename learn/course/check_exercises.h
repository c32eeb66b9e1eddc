// SPDX-License-Identifier: MIT
//
// check_exercises.h: is an exercise itself right?
#ifndef LEARN_COURSE_CHECK_EXERCISES_H
#define LEARN_COURSE_CHECK_EXERCISES_H

#include <stdio.h>

#include "../source/catalogue.h"

// The matrix of one exercise, a row for each text that can be made of it: the stub fails exactly
// what it says, the solution nothing, each mutant exactly what it says; and for each check there is
// a mutant that fails it alone. quick: the solution, and the first mutant, alone. Prints the rows
// to `out`; false where one is not so.
bool author_matrix(const struct entry *entry, bool quick, bool verbose, FILE *out);

#endif
