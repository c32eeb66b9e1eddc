// SPDX-License-Identifier: MIT
//
// cluster_leave.c: blocks that end while other blocks of their cluster still use their shared
// memory.
#include <stdio.h>

#include "bulk.h"
#include "hopper.h"
#include "mbarrier.h"
#include "reader_swizzle.h"
#include "../check/check.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"
#include "../sync/sync.h"

bool cluster_has_observed(const struct block *b, const struct access_record *event)
{
    for (unsigned i = 0; i < b->launch->threads_per_block; i++)
        if (order_before(event, &b->threads[i]))
            return true;
    return false;
}

// ---- Ordinary accesses --------------------------------------------------------------------------

static const char keep[] = "call cluster.sync() at the end of the kernel: a block's shared "
                           "memory exists only until the block ends";

static void cluster_touches(struct thread *t, uintptr_t offset, const char *pc)
{
    struct cluster *c = t->block->cluster;
    const struct block *owner = cluster_owner(c, ARENA_BASE + offset);
    if (!owner || owner == t->block)
        return;
    c->touched[owner->rank][t->block->rank] = order_event(t, pc);
    if (owner->living > 0)
        return;
    char text[512];
    report_and_stop(cudaErrorIllegalAddress, KIND_CLUSTER, pc,
                    describe_address(ARENA_BASE + offset, 4, text, sizeof text), keep,
                    "access to shared memory of block %u of the cluster, which has ended",
                    owner->rank);
}

void cluster_block_done(struct block *b)
{
    static const char what[] = "block %u of the cluster may end before another block has touched "
                               "its shared memory";
    const struct cluster *c = b->cluster;
    for (unsigned i = 0; i < c->size; i++) {
        const struct access_record *touch = &c->touched[b->rank][i];
        const char *pc = place_pc(touch->pc);
        if (!touch->stamp || cluster_has_observed(b, touch) || report_is_old(pc, what))
            continue;
        emu_current = &c->blocks[i]->threads[touch->thread];
        report(KIND_CLUSTER, pc, NULL, keep, what, b->rank);
        emu_current = NULL;
    }
}

// ---- Barriers and loads -------------------------------------------------------------------------

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
    report(KIND_MBARRIER, pc, mbarrier_name(m, name, sizeof name),
           "call cluster.sync() at the end of the kernel, or let the block wait for the "
           "last phase: its shared memory exists only until the block ends",
           what, m->block->rank);
    emu_current = NULL;
}

static void report_on_its_way(const struct mbarrier *m)
{
    static const char what[] = "the block ends while a TMA load into its shared memory is in "
                               "flight";
    const struct flight *f = m->first;
    if (report_is_old(f->box.pc, what))
        return;
    char name[200];
    emu_current = f->thread;
    report(KIND_MEMORY, f->box.pc, mbarrier_name(m, name, sizeof name),
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
        if (m->remote[i].stamp && !cluster_has_observed(m->block, &m->remote[i]))
            report_left(m, &m->remote[i]);
    if (m->first)
        report_on_its_way(m);
}

void mbarriers_block_done(struct block *b)
{
    if (!b->checked)
        return;
    mbarriers_each(b, look, NULL);
    reader_swizzle_block_done(b);
}

void hopper_register(void)
{
    in_flight.report_bulk_target = bulk_report_target;
    in_flight.report_bulk_source = bulk_report_source;
    in_flight.cluster_touches = cluster_touches;
    in_flight.swizzled_read = reader_swizzle_note;
}
