// SPDX-License-Identifier: MIT
//
// watch.h: `make learn`: shows an exercise, and grades it whenever its file is saved.
#ifndef LEARN_LEARNER_WATCH_H
#define LEARN_LEARNER_WATCH_H

#include "../source/catalogue.h"

// Begins at the exercise of that id ("": the first that is not passed). Returns the exit status.
// Without a terminal it grades that one once, and says how to go on.
int watch(const struct catalogue *c, const char *id);

#endif
