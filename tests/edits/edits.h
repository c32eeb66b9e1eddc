// SPDX-License-Identifier: MIT
//
// edits.h: mistakes that a learner makes in a step's file, each as one edit of the real one.
#ifndef TESTS_EDITS_H
#define TESTS_EDITS_H

#include <stdbool.h>

struct edit {
    const char *file;      // "02_naive/1_uncoalesced.cu", or a header of the chapter's parts/
    const char *step;      // what --step takes
    const char *from, *to; // the first place where `from` occurs
    const char *status;    // what the step's row says then
    bool quick;            // part of `make test`, not only of `make test-full`
    const char *also;      // what is also printed, or NULL
};

extern const struct edit edits[];
extern const int edit_count;

#endif
