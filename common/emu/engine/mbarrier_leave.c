// SPDX-License-Identifier: MIT
//
// mbarrier_leave.c: blocks that end while others of their cluster still use their shared memory.
#include <stdio.h>

#include "bulk.h"
#include "mbarrier.h"
#include "report.h"

static bool somebody_knows(const struct block *b, const struct access_record *arrival)
{
    for (unsigned i = 0; i < b->launch->threads_per_block; i++)
        if (order_before(arrival, &b->threads[i]))
            return true;
    return false;
}

static void report_left(const struct mbarrier *m, const struct access_record *arrival)
{
    static const char what[] = "block %u of the cluster may end before another block has arrived "
                               "at its mbarrier";
    const char *pc = place_pc(arrival->pc);
    if (report_is_old(pc, what))
        return;
    const struct block *by = cluster_find(m->block->cluster, arrival->block);
    char name[200];
    emu_current = &by->threads[arrival->thread];
    report(pc, mbarrier_name(m, name, sizeof name),
           "call barrier_cluster_sync() at the end of the kernel, or let the block wait for the "
           "last phase: its shared memory is there as long as the block is",
           what, m->block->rank);
    emu_current = NULL;
}

static void report_on_its_way(const struct mbarrier *m)
{
    static const char what[] = "the block ends while a TMA load into its shared memory is on its "
                               "way";
    const struct flight *f = m->first;
    if (report_is_old(f->box.pc, what))
        return;
    char name[200];
    emu_current = f->thread;
    report(f->box.pc, mbarrier_name(m, name, sizeof name),
           f->thread->block == m->block
               ? "let some thread wait for the phase that the load's bytes count in"
               : "let the block that the load goes to wait for it, or leave it out of the mask",
           what);
    emu_current = NULL;
}

static void look(struct mbarrier *m, void *data)
{
    (void)data;
    for (unsigned i = 0; i < m->block->cluster->size; i++)
        if (m->remote[i].stamp && !somebody_knows(m->block, &m->remote[i]))
            report_left(m, &m->remote[i]);
    if (m->first)
        report_on_its_way(m);
}

void mbarriers_block_done(struct block *b)
{
    if (b->launch->checked)
        mbarriers_each(b, look, NULL);
}
