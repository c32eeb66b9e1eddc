// SPDX-License-Identifier: MIT
//
// progress.c: threads that poll, and launches that make no progress.
#include "progress.h"
#include "../fiber/fiber.h"
#include "../report/report.h"

static atomic_bool barrier_passed;

void thread_yield(void)
{
    struct thread *t = emu_current;
    watchdog_look(t, t->last_pc);
    turn_begin(t);
    t->yielded = true;
    thread_wait(THREAD_READY);
}

void watchdog_overdue(const char *pc)
{
    report_and_stop(cudaErrorLaunchTimeout, KIND_ENDLESS, pc, NULL, NULL,
                    "endless loop? no block of the kernel has ended for a long time");
}

void barrier_note_passed(void)
{
    if (!atomic_load_explicit(&barrier_passed, memory_order_relaxed))
        atomic_store_explicit(&barrier_passed, true, memory_order_relaxed);
}

bool barrier_was_passed(void) { return atomic_exchange(&barrier_passed, false); }
