// SPDX-License-Identifier: MIT
//
// catalogue.h: all exercises, in the order of the course: each chapter's exercises/list names its
// own.
#ifndef LEARN_SOURCE_CATALOGUE_H
#define LEARN_SOURCE_CATALOGUE_H

#include <stdbool.h>

#include "../../common/base/failure.h"

struct entry {
    char id[64];    // "04_pad"
    char path[256]; // "04_shared/exercises/pad.cu"
};

struct catalogue {
    struct entry *entries;
    int count;
};

// Of the folders [0-9][0-9]_* here. False with the reason: a list that names a missing file.
bool catalogue_read(struct catalogue *c, struct failure *why);
void catalogue_free(struct catalogue *c);

// The exercise of that id; NULL with a reason that names those that come nearest.
const struct entry *catalogue_find(const struct catalogue *c, const char *id, struct failure *why);

#endif
