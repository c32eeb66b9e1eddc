// SPDX-License-Identifier: MIT
//
// progress.h: a thread that polls memory lets other threads run. It ends with its launch if no
// block has made progress for a long time.
#ifndef PROGRESS_H
#define PROGRESS_H

#include "../fiber/fiber.h"

// The cost of one poll of memory in accesses of a turn (fiber/turn.c). A polling thread soon lets
// other threads run, and sooner still after it has yielded once, because hundreds of blocks may
// wait for each other.
enum { POLL = 1 << 12, PATIENCE_OF_WAITER = 8 * POLL };
void thread_yield(void); // lets other threads run; this one stays ready

void progress_note_touch(const struct thread *t, const void *p);

// An access to p, or a poll (p may be NULL), at pc uses up part of the thread's turn.
static inline void thread_spend_at(struct thread *t, int cost, const char *pc, const void *p)
{
    int *left = t->quick.left;
    if (UNLIKELY((left[0] -= cost) <= 0 ||
                 (left[TURN_LOADS] | left[TURN_MORE_LOADS] | left[TURN_STORES]) < 0)) {
        t->last_pc = pc;
        if (p)
            progress_note_touch(t, p);
        thread_yield();
        if (cost == POLL)
            left[0] = PATIENCE_OF_WAITER;
    }
}

static inline void thread_spend(struct thread *t, int cost, const char *pc)
{
    thread_spend_at(t, cost, pc, NULL);
}

void watchdog_overdue(const char *pc) __attribute__((noreturn)); // ends the running thread's launch
// The same if the launch is overdue. Called by every function that a loop may consist of.
static inline void watchdog_look(const struct thread *t, const char *pc)
{
    if (UNLIKELY(atomic_load_explicit(&t->block->launch->overdue, memory_order_relaxed)))
        watchdog_overdue(pc);
}

void barrier_note_passed(void);
bool barrier_was_passed(void); // since the last call
void progress_note(void);      // a thread has ended, or touches memory that is new to its launch
bool progress_was_made(void);  // since the last call

#endif
