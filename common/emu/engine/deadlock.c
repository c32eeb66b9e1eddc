// SPDX-License-Identifier: MIT
//
// deadlock.c: no thread of a block can go on, or each of them polls memory that nobody changes.
#include "arena.h"
#include "mbarrier.h"
#include "report.h"

#include <stdio.h>

// A launch is over before the host goes on, so what only the host could write never comes: no
// mistake of the program, but something that the emulated GPU does not have.
static bool waits_for_host(struct block *b)
{
    struct launch *launch = b->launch;
    for (unsigned i = 0; i < launch->threads_per_block; i++) {
        const struct thread *t = &b->threads[i];
        const uintptr_t address = (uintptr_t)t->polls;
        const struct allocation *a = address ? arena_nearest(address) : NULL;
        const bool shared = (a && address - a->base < a->size &&
                             (a->kind == ALLOC_PINNED || a->kind == ALLOC_MANAGED)) ||
                            host_is_registered(address, 1);
        if (t->state != THREAD_READY || !shared)
            continue;
        char line[400];
        snprintf(launch->refused, sizeof launch->refused,
                 "it polls memory that only the host could still write (%.90s), and here the host "
                 "goes on when the kernel has ended",
                 where(t->last_pc, line, sizeof line));
        atomic_store(&launch->error, cudaErrorLaunchTimeout);
        atomic_store(&launch->stop, true);
        return true;
    }
    return false;
}

void block_report_deadlock(struct block *b)
{
    if (b->cluster && mbarriers_report_deadlock(b->cluster))
        return;
    for (unsigned i = 0; b->living == 0 && b->cluster && i < b->cluster->size; i++)
        b = b->cluster->blocks[i];
    // The thread that waits longest is not known; the first one that waits stands for all.
    int at_barrier = 0, at_warp = 0, polling = 0;
    struct thread *first = NULL;
    for (unsigned i = 0; i < b->launch->threads_per_block; i++) {
        struct thread *t = &b->threads[i];
        at_barrier += t->state == THREAD_AT_BARRIER;
        at_warp += t->state == THREAD_AT_WARP_OP || t->state == THREAD_AT_WARPGROUP;
        polling += t->state == THREAD_READY;
        if (!first && t->state != THREAD_DONE)
            first = t;
    }
    if (!first)
        return;
    if (b->launch->is_sample) { // what it waits for may be a block that does not run
        atomic_store(&b->launch->error, cudaErrorLaunchTimeout);
        atomic_store(&b->launch->stop, true);
        return;
    }
    if (b->checked)
        operation_left_out(b);
    if (matrix_waits_in_vain(b) || (b->grouped && warpgroup_waits_in_vain(b)))
        return;
    if (polling > 0 && waits_for_host(b))
        return;
    emu_current = first;
    const char *pc = first->state == THREAD_AT_BARRIER ? first->barrier_pc
                     : first->state == THREAD_READY    ? first->last_pc
                                                       : first->collective.pc;
    report(pc, NULL,
           "make sure that every thread that a barrier, a warp operation or a loop waits for gets "
           "there",
           "deadlock: of the %u threads of this block %d wait at a barrier, %d at a warp "
           "operation, %d poll memory, %u have ended",
           b->launch->threads_per_block, at_barrier, at_warp, polling,
           b->launch->threads_per_block - (unsigned)b->living);
    emu_current = NULL;
    atomic_store(&b->launch->error, cudaErrorLaunchTimeout);
    atomic_store(&b->launch->stop, true);
}
