// SPDX-License-Identifier: MIT
//
// collectives.h: NCCL, where it was found when this was built.
#ifndef MANY_COLLECTIVES_H
#define MANY_COLLECTIVES_H

#include "ranks.h"

// A communicator for each rank. False, after printing one line, if there is no NCCL.
bool collectives_open(struct ranks *all, struct failure *why);
void collectives_close(struct ranks *all);

// Every rank's `count` elements, one rank's after another's, in the memory of every rank.
void collectives_all_gather(struct rank *me, const uint16_t *from, uint16_t *to, size_t count);

// The sum over all ranks of `count` elements for each rank; a rank gets its own. bf16, added by
// NCCL.
void collectives_reduce_scatter(struct rank *me, const uint16_t *from, uint16_t *to, size_t count);

// The communicators of this rank's row and column of the grid (ranks_form_grid). For ranks_run.
void collectives_join_grid(struct rank *me, void *unused);
void collectives_leave_grid(struct rank *me, void *unused);

// `count` elements of rank `root` of the row, or of the column, in the memory of all its ranks. In
// the stream me->links.
void collectives_broadcast_row(struct rank *me, uint16_t *x, size_t count, int root);
void collectives_broadcast_column(struct rank *me, uint16_t *x, size_t count, int root);

#endif
