// SPDX-License-Identifier: MIT
//
// wait.c: a thread suspends itself and returns to its block's scheduler.
#include "fiber.h"

void thread_wait(enum thread_state state)
{
    struct thread *t = emu_current;
    t->state = state;
    fiber_switch(&t->sp, t->block->scheduler_sp);
}

void thread_abandon(void)
{
    struct thread *t = emu_current;
    atomic_store(&t->block->launch->stop, true);
    thread_wait(THREAD_DONE);
    __builtin_unreachable();
}
