// SPDX-License-Identifier: MIT
//
// verdict_times.h: how long a learner waits: from a save to the verdict.
#ifndef LEARN_COURSE_VERDICT_TIMES_H
#define LEARN_COURSE_VERDICT_TIMES_H

#include "../source/catalogue.h"

// Each exercise's solution, compiled anew and graded, one after the other; a table with tabs on
// standard output, its median in the first line. Returns the exit status.
int times_print(const struct catalogue *c, const char *commit);

#endif
