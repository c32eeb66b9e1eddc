// SPDX-License-Identifier: MIT
//
// barrier.h: barriers of a block that have no PTX number (tile_barrier.c).
#ifndef BARRIER_H
#define BARRIER_H

#include "../base/base.h"

// The running thread waits until `expected` threads have arrived. `id` identifies the barrier.
void barrier_meet(struct barrier *barrier, int id, int expected, const char *pc);
void tiles_end(struct block *block);

#endif
