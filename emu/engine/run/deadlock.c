// SPDX-License-Identifier: MIT
//
// deadlock.c: no thread of a block can continue, or each of them polls memory that nothing changes.
#include "run.h"
#include "../access/access.h"
#include "../hopper/hopper.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"
#include "../sync/sync.h"
#include "../warpgroup/warpgroup.h"

#include <stdio.h>

// Records a thread that polls memory which the host may write.
static void note_host_poll(const struct block *b)
{
    for (unsigned i = 0; i < b->launch->threads_per_block; i++) {
        const struct thread *t = &b->threads[i];
        const uintptr_t address = t->state == THREAD_READY ? (uintptr_t)t->polls : 0;
        const struct allocation *a = address ? arena_nearest(address) : NULL;
        if ((a && address - a->base < a->size &&
             (a->kind == ALLOC_PINNED || a->kind == ALLOC_MANAGED)) ||
            (address && host_is_registered(address, 1)))
            atomic_store(&b->launch->host_poll, t->last_pc);
    }
}

void blocks_note_host_poll(const struct block *list)
{
    for (; list; list = list->next)
        note_host_poll(list);
}

// A launch ends before the host continues, so a value that only the host could write never arrives.
// This is not a mistake of the program but a limit of the emulated GPU. All blocks may wait for the
// one that polls.
static bool waits_for_host(struct launch *launch)
{
    const char *pc = atomic_load(&launch->host_poll);
    char line[400];
    if (!pc)
        return false;
    snprintf(
        launch->refused, sizeof launch->refused,
        "it polls memory that only the host could still write (%.180s), and here the host goes "
        "on, to launches on other GPUs too, when the kernel has ended",
        source_location(pc, line, sizeof line));
    atomic_store(&launch->error, cudaErrorLaunchTimeout);
    atomic_store(&launch->stop, true);
    return true;
}

void block_report_deadlock(struct block *b)
{
    if (b->cluster && mbarriers_report_deadlock(b->cluster))
        return;
    for (unsigned i = 0; b->living == 0 && b->cluster && i < b->cluster->size; i++)
        b = b->cluster->blocks[i];
    // Which thread has waited longest is unknown; the first waiting one is reported.
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
    if (b->launch->is_sample) { // it may wait for a block that does not run
        atomic_store(&b->launch->error, cudaErrorLaunchTimeout);
        atomic_store(&b->launch->stop, true);
        return;
    }
    if (b->checked)
        operation_left_out(b);
    if (matrix_report_stuck(b) || (b->grouped && warpgroup_report_stuck(b)))
        return;
    note_host_poll(b);
    if (waits_for_host(b->launch))
        return;
    emu_current = first;
    const char *pc = first->state == THREAD_AT_BARRIER ? first->barrier_pc
                     : first->state == THREAD_READY    ? first->last_pc
                                                       : first->collective.pc;
    report(KIND_DEADLOCK, pc, NULL,
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
