// SPDX-License-Identifier: MIT
//
// workers.h: work in processes side by side.
#ifndef LEARN_RUN_WORKERS_H
#define LEARN_RUN_WORKERS_H

#include <stdio.h>

#include "../../common/base/failure.h"

// What became of one piece of work.
struct piece {
    int status; // what work() returned; -1 where its process was ended
    char *text; // what it printed to `out`; NULL: out of memory
};

// Calls work(index, out, context) for each index, each in its own process, one for each core
// at once. each() is called in the order of the indices, as soon as those before are through; it
// may keep nothing of the piece. False, with the reason, where no process can be started.
bool work_side_by_side(int count, int (*work)(int index, FILE *out, void *context),
                       void (*each)(int index, const struct piece *piece, void *context),
                       void *context, struct failure *why);

#endif
