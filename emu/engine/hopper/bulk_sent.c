// SPDX-License-Identifier: MIT
//
// bulk_sent.c: bulk copies from the shared memory of one block of a cluster to another one.
//
// Such a copy is complete when the mbarrier of the receiving block completes its phase. The sending
// block cannot wait for that barrier, but its shared memory exists only until it ends. So it has to
// learn from a thread that has waited that the copy has read its source.
#include <stdlib.h>

#include "bulk.h"
#include "mbarrier.h"
#include "../check/check.h"
#include "../program/program.h"
#include "../report/report.h"
#include "../sync/sync.h"

// The last copies that a block has counted at one barrier: those of an earlier phase are complete
// when a later phase is.
struct bulk_sent {
    struct bulk_sent *next;
    const struct mbarrier *barrier;
    const struct block *to;
    struct thread *thread;
    uint32_t phase;
    const char *pc;
    struct access_record *waits; // by the threads of the receiving block, since then
};

void bulk_sent_add(struct thread *t, struct mbarrier *m, const char *pc)
{
    struct bulk *bulk = bulk_of(t->block);
    struct bulk_sent *s = bulk->sent;
    const size_t threads = t->block->launch->threads_per_block;
    if (!t->checked || m->block == t->block)
        return;
    while (s && s->barrier != m)
        s = s->next;
    if (!s) {
        s = calloc(1, sizeof *s);
        if (s)
            *s = (struct bulk_sent){bulk->sent, m, m->block, NULL, 0, NULL, NULL};
        if (!s || !(s->waits = malloc(threads * sizeof *s->waits)))
            fatal("no memory to follow copies of the copy engine");
        bulk->sent = s;
    }
    s->thread = t;
    s->phase = m->phase;
    s->pc = pc;
    for (size_t i = 0; i < threads; i++)
        s->waits[i].stamp = 0;
    m->is_sent_to = true;
}

void bulk_sent_waited(struct thread *t, const struct mbarrier *m, const char *pc)
{
    const struct cluster *c = t->block->cluster;
    for (unsigned i = 0; i < c->size; i++)
        for (struct bulk_sent *s = c->blocks[i]->bulk ? c->blocks[i]->bulk->sent : NULL; s;
             s = s->next)
            if (s->barrier == m && s->phase < m->phase && !s->waits[t->id].stamp)
                s->waits[t->id] = order_event(t, pc);
}

static bool is_known_to_be_complete(const struct bulk_sent *s, const struct block *b)
{
    for (unsigned i = 0; i < b->launch->threads_per_block; i++)
        if (s->waits[i].stamp && cluster_has_observed(b, &s->waits[i]))
            return true;
    return false;
}

void bulk_sent_block_done(struct block *b)
{
    static const char what[] = "block %u of the cluster may end before its bulk copy to block %u "
                               "has read its shared memory";
    for (struct bulk_sent *s = b->bulk->sent; s && b->checked; s = s->next) {
        if (is_known_to_be_complete(s, b) || report_is_old(s->pc, what))
            continue;
        emu_current = s->thread;
        report(KIND_CLUSTER, s->pc, NULL,
               "let the block that receives the bytes wait at its mbarrier, and then let both "
               "call cluster.sync(): a block's shared memory exists only until the block ends",
               what, b->rank, s->to->rank);
        emu_current = NULL;
    }
}

void bulk_sent_end(struct bulk *bulk)
{
    for (struct bulk_sent *s = bulk->sent, *next; s; s = next) {
        next = s->next;
        free(s->waits);
        free(s);
    }
    bulk->sent = NULL;
}
