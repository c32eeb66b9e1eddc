// SPDX-License-Identifier: MIT
//
// learner.h: a learner's desk: a small course (learn/tests/course) with an empty my/.
#ifndef TESTS_LEARNER_H
#define TESTS_LEARNER_H

#include "../../tests/support/support.h"

// Where it is; made at the first call, taken away by scratch_remove and desk_remove.
const char *desk(void);
void desk_remove(void);

// A path in it: static memory, four at a time.
const char *desk_path(const char *relative);

// The program and its arguments, run there: learn check 02_product. `before` is put before
// it in the shell's line: "SEED=7", "ulimit -f 0;" ...
struct run learn(const char *before, const char *words);

// The text of a file, for free().
char *read_all_of(const char *path);

// my/02_product.cu becomes this text.
void hand_in(const char *id, const char *text);

// The stub of an exercise, and what passes: stub or solution of the course, for free().
char *stub_of(const char *id);
char *solution_of(const char *id);

#endif
