// SPDX-License-Identifier: MIT
//
// command.h: what `make learn`, `make check`, `make hint`, `make solution` and `make check-all` do.
// Each returns the exit status: 0, 1 where an exercise is not solved, 2 where the request cannot be
// met.
#ifndef LEARN_LEARNER_COMMAND_H
#define LEARN_LEARNER_COMMAND_H

#include <stdio.h>

#include "../source/catalogue.h"
#include "../grade/grade.h"

// watch.c: `make learn`: shows an exercise, and grades it whenever its file is saved. Begins at the
// exercise of that id ("": the first that is not passed). Without a terminal it grades that one
// once, and says how to go on.
int watch(const struct catalogue *c, const char *id);

int command_check(const struct catalogue *c, const char *id);
int command_hint(const struct catalogue *c, const char *id);
int command_solution(const struct catalogue *c, const char *id, bool force);
int command_check_all(const struct catalogue *c, const char *format);
int command_check_begun(const struct catalogue *c); // without a line for each that was not begun

// The reason on stderr; returns 2.
int complain(const struct failure *why);

// For the terminal, too (watch.c): grades the learner's copy, prints the verdict and remembers a
// pass. picture: of the line that broke a budget or of the first wrong layout (picture.h), for
// free(), or NULL; may be NULL itself.
bool check_own(const struct exercise *e, bool *passed, char **picture, FILE *out,
               struct failure *why);
// Prints one hint more than last time.
bool show_hint(const struct exercise *e, FILE *out, struct failure *why);

#endif
