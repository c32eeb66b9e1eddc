// SPDX-License-Identifier: MIT
//
// progress.h: what a learner has done, in one text file, my/progress: "04_pad passed 2", which is
// an id, passed or open, and how many hints were shown.
//
// The file is replaced as a whole: it is the old one or the new one, never half of it. Lines that
// are not entries stay unchanged.
#ifndef LEARN_LEARNER_PROGRESS_H
#define LEARN_LEARNER_PROGRESS_H

#include <stdbool.h>

#include "../../common/base/failure.h"

struct done {
    char id[64];
    bool passed;
    int hints;
};

struct progress {
    struct done *done;
    int count;
    char *others; // lines that were not understood
};

// A missing file means no progress. False if it exists and cannot be read.
bool progress_read(struct progress *p, struct failure *why);
bool progress_save(const struct progress *p, struct failure *why);
void progress_free(struct progress *p);

// Of an id, known or new; NULL: out of memory. Valid until the next call.
struct done *progress_of(struct progress *p, const char *id);
bool progress_passed(const struct progress *p, const char *id);

#endif
