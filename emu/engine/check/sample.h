// SPDX-License-Identifier: MIT
//
// sample.h: which blocks are checked.
#ifndef SAMPLE_H
#define SAMPLE_H

#include "../base/base.h"

void sample_init(void);
void sample_begins(struct launch *launch);
// Is the block or cluster checked whose first block has the number `first`?
bool sample_takes(const struct launch *launch, uint64_t first);
bool sample_is_on(void);
bool sample_is_possible(void); // now or later
// Checked launches have taken `spent` seconds. After how many more seconds does sampling begin?
double sample_begins_in(double spent);
bool sample_left_out(void); // a block was not checked: its writes are unknown
// A thread has written a flag, or may have. If it is not checked, the order that the flag creates
// is unknown.
static inline void sample_orders(const struct thread *t)
{
    if (!t->checked)
        atomic_store_explicit(&t->block->launch->orders_unseen, true, memory_order_relaxed);
}

double sample_after(void);               // seconds of kernels after which sampling begins
void sample_leaves_out(uint64_t blocks); // blocks of a launch that does not run (repeat.c)
void sample_at_exit(void);               // at program end

void sample_checks_end(size_t size, const char *pc); // reports that no block is checked any more

#endif
