// SPDX-License-Identifier: MIT
//
// barrier.h: a barrier of a block that has no number of its own (tile_barrier.c).
#ifndef BARRIER_H
#define BARRIER_H

#include "../base/base.h"

// The running thread waits until `expected` threads have come. `id`: what its threads wait at.
void barrier_meet(struct barrier *barrier, int id, int expected, const char *pc);
void tiles_end(struct block *block);

#endif
