// SPDX-License-Identifier: MIT
//
// sample.h: which blocks are checked.
#ifndef SAMPLE_H
#define SAMPLE_H

#include "../base/base.h"

void sample_init(void);
void sample_begins(struct launch *launch);
// Is this block, or cluster, `first` the number of its first block, one of those that are checked?
bool sample_takes(const struct launch *launch, uint64_t first);
bool sample_is_on(void);
bool sample_is_possible(void); // now or later
// `spent` seconds have gone into checked launches. How many more go by until not each block is?
double sample_begins_in(double spent);
bool sample_left_out(void); // some block was not: what it wrote, nobody knows
// A thread has written a flag, or may have: if it is not checked, that orders what nobody sees.
static inline void sample_orders(const struct thread *t)
{
    if (!t->checked)
        atomic_store_explicit(&t->block->launch->orders_unseen, true, memory_order_relaxed);
}

double sample_after(void); // seconds of kernels after which not all is run and checked
void sample_leaves_out(uint64_t blocks); // those of a launch that is not run (repeat.c)
void sample_tell(void);                  // at the end of the program

void sample_checks_end(size_t size, const char *pc); // no block is checked any more: says so

#endif
