// SPDX-License-Identifier: MIT
//
// progress.c: threads that poll, and launches that make no progress.
#include "sync.h"
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

// ---- Memory that a launch has not touched before ------------------------------------------------

enum { PLACES = 1 << 16, PAGE_BITS = 12, LINE_BITS = 6 };
static _Atomic uint16_t pages[PLACES], lines[PLACES]; // stamps of the launches that touched them
static atomic_bool made_progress;

static bool is_new(_Atomic uint16_t *place, uint16_t stamp)
{
    if (atomic_load_explicit(place, memory_order_relaxed) == stamp)
        return false;
    atomic_store_explicit(place, stamp, memory_order_relaxed);
    return true;
}

// One access of each turn is looked at (1<<20 accesses). An endless loop soon meets no page that it
// has not met before; a long one that computes a matrix does. New lines count as much as barriers.
void progress_note_touch(const struct thread *t, const void *p)
{
    const uint16_t stamp = t->block->launch->stamp;
    if (is_new(&pages[((uintptr_t)p >> PAGE_BITS) % PLACES], stamp))
        progress_note();
    if (is_new(&lines[((uintptr_t)p >> LINE_BITS) % PLACES], stamp))
        barrier_note_passed();
}

void progress_note(void)
{
    if (!atomic_load_explicit(&made_progress, memory_order_relaxed))
        atomic_store_explicit(&made_progress, true, memory_order_relaxed);
}

bool progress_was_made(void) { return atomic_exchange(&made_progress, false); }
