// SPDX-License-Identifier: MIT
//
// deadlock.c: no thread of a block can continue, or each of them polls memory that nothing changes.
#include "run.h"
#include "../access/access.h"
#include "../hopper/hopper.h"
#include "../report/report.h"
#include "../sync/sync.h"
#include "../warpgroup/warpgroup.h"

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
