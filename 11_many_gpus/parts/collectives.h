// SPDX-License-Identifier: MIT
//
// collectives.h: NCCL, where it was found when this was built.
#ifndef MANY_COLLECTIVES_H
#define MANY_COLLECTIVES_H

#include "ranks.h"

// A communicator for each rank. False, with one line, where there is no NCCL.
bool collectives_open(struct ranks *all, struct failure *why);
void collectives_close(struct ranks *all);

// Every rank's `count` elements, one rank's behind the other's, in the memory of every rank.
void collectives_all_gather(struct rank *me, const uint16_t *from, uint16_t *to, size_t count);

// The sum over all ranks of `count` elements for each rank; a rank gets its own. bf16, added by
// NCCL.
void collectives_reduce_scatter(struct rank *me, const uint16_t *from, uint16_t *to, size_t count);

#endif
