// SPDX-License-Identifier: MIT
//
// mbarrier_report.c: diagnoses of phases whose bytes do not match, and of deadlocks.
#include "bulk.h"
#include "mbarrier.h"
#include "../check/check.h"
#include "../program/program.h"
#include "../report/report.h"
#include "../tensor/tensor.h"

#include <stdarg.h>

#include <stdio.h>
#include <string.h>

// "  copy    at k.cu:12, 16384 bytes, from block (1,0,0) by multicast"
static size_t describe_flights(const struct mbarrier *m, char *text, size_t size)
{
    enum { SHOWN = 4 };
    size_t used = 0;
    unsigned count = 0;
    char line[400];
    for (const struct flight *f = m->first; f && used < size; f = f->next, count++) {
        const struct uint3 b = f->thread->block->index;
        if (count == SHOWN) {
            used += (size_t)snprintf(text + used, size - used, "\n  copy    and others");
            break;
        }
        used += (size_t)snprintf(text + used, size - used, "\n  copy    at %s: %u bytes%s",
                                 source_location(f->box.pc, line, sizeof line),
                                 box_bytes(&f->box.map), f->multicast ? " by multicast" : "");
        if (f->thread->block != m->block && used < size)
            used +=
                (size_t)snprintf(text + used, size - used, " from block (%u,%u,%u)", b.x, b.y, b.z);
    }
    return used;
}

void mbarrier_bytes_differ(const struct mbarrier *m, int64_t on_their_way, const char *pc)
{
    static const char what[] = "%lld bytes are in flight to an mbarrier whose phase %u was set "
                               "to expect %lld: it ends before all of them have come, or never";
    struct thread *before = emu_current;
    if (m->expect_pc)
        pc = m->expect_pc;
    if (!pc)
        pc = m->first->box.pc;
    if (report_is_old(pc, what))
        return;
    emu_current = m->expecting ? m->expecting : m->first->thread;
    char name[200], text[2400], line[400];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", mbarrier_name(m, name, sizeof name));
    if (m->expect_pc)
        used += (size_t)snprintf(text + used, sizeof text - used, "\n  expect  at %s: %lld bytes",
                                 source_location(m->expect_pc, line, sizeof line),
                                 (long long)m->expected);
    describe_flights(m, text + used, sizeof text - used);
    report(KIND_MBARRIER, pc, text,
           "let mbarrier.arrive.expect_tx count all that comes in the phase: boxes outside the "
           "matrix count in full, and so does what other blocks of the cluster send here",
           what, (long long)on_their_way, m->phase, (long long)m->expected);
    emu_current = before;
}

void mbarrier_bytes_too_many(const struct mbarrier *m)
{
    static const char what[] = "%lld bytes have come in phase %u of an mbarrier that expects %lld: "
                               "bytes of the next phase, or more than were announced";
    struct thread *const before = emu_current;
    const char *const pc = place_pc(m->brought.pc);
    char name[200], text[700], line[400];
    if (report_is_old(pc, what))
        return;
    emu_current = m->bringing;
    snprintf(text, sizeof text, "%s\n  expect  at %s: %lld bytes",
             mbarrier_name(m, name, sizeof name),
             m->expect_pc ? source_location(m->expect_pc, line, sizeof line) : "no place",
             (long long)m->expected);
    report(KIND_MBARRIER, pc, text,
           "let the thread that stores wait until the threads that read have waited for this phase "
           "and have read its data: they arrive at a second barrier, in the block of the thread "
           "that stores; and let mbarrier.arrive.expect_tx count all bytes of the phase",
           what, (long long)(m->expected - m->bytes), m->phase, (long long)m->expected);
    emu_current = before;
}

// ---- Deadlock -----------------------------------------------------------------------------------

struct page {
    char text[6000];
    size_t used;
};

static void __attribute__((format(printf, 2, 3))) add(struct page *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(p->text + p->used, sizeof p->text - p->used, format, args);
    va_end(args);
    p->used += (size_t)(length > 0 ? length : 0);
    if (p->used >= sizeof p->text)
        p->used = sizeof p->text - 1;
}

static void add_waiters(struct page *page, struct mbarrier *m)
{
    struct block *b = m->block;
    const struct thread *first = NULL;
    unsigned count = 0;
    char line[400];
    for (unsigned i = 0; i < b->launch->threads_per_block; i++) {
        const struct thread *t = &b->threads[i];
        if (t->state != THREAD_AT_MBARRIER || t->mbarrier != m)
            continue;
        first = first ? first : t;
        count++;
    }
    if (!first)
        return;
    add(page, "\n            waited for by %u thread%s, (%u,%u,%u) first, parity %u, at %s", count,
        count == 1 ? "" : "s", first->index.x, first->index.y, first->index.z, first->parity,
        source_location(first->mbarrier_pc, line, sizeof line));
}

static bool is_waited_for(const struct mbarrier *m)
{
    for (unsigned i = 0; i < m->block->launch->threads_per_block; i++)
        if (m->block->threads[i].state == THREAD_AT_MBARRIER && m->block->threads[i].mbarrier == m)
            return true;
    return false;
}

static void add_barrier(struct mbarrier *m, void *data)
{
    struct page *page = data;
    char name[200];
    if (!is_waited_for(m))
        return;
    add(page, "\n  barrier %s", mbarrier_name(m, name, sizeof name));
    if (m->block->cluster->size > 1)
        add(page, " of block %u of the cluster", m->block->rank);
    add(page, ": phase %u, ", m->phase);
    if (m->pending)
        add(page, "%u of %u arrivals missing", m->pending, m->arrivals);
    else
        add(page, "all arrivals made");
    if (m->bytes > 0 || m->expected > 0)
        add(page, ", %lld of %lld bytes missing", (long long)m->bytes, (long long)m->expected);
    int64_t coming = 0;
    for (const struct flight *f = m->first; f; f = f->next)
        coming += box_bytes(&f->box.map);
    if (coming)
        add(page, ", %lld in flight", (long long)coming);
    add_waiters(page, m);
}

static const struct thread *first_in(const struct cluster *c, enum thread_state state)
{
    for (unsigned r = 0; r < c->size; r++)
        for (unsigned i = 0; i < c->blocks[r]->launch->threads_per_block; i++)
            if (c->blocks[r]->threads[i].state == state)
                return &c->blocks[r]->threads[i];
    return NULL;
}

static unsigned count_in(const struct cluster *c, enum thread_state state)
{
    unsigned count = 0;
    for (unsigned r = 0; r < c->size; r++)
        for (unsigned i = 0; i < c->blocks[r]->launch->threads_per_block; i++)
            count += c->blocks[r]->threads[i].state == state;
    return count;
}

static void add_others(struct page *page, const struct cluster *c)
{
    static const struct {
        enum thread_state state;
        const char *where;
    } places[] = {{THREAD_AT_BARRIER, "at a barrier of the block"},
                  {THREAD_AT_WARP_OP, "at a warp operation"},
                  {THREAD_AT_WARPGROUP, "at an operation of the warpgroup"},
                  {THREAD_AT_CLUSTER, "at barrier.cluster.wait"},
                  {THREAD_DONE, "have ended"}};
    char line[400];
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const struct thread *t = first_in(c, places[i].state);
        if (!t)
            continue;
        const unsigned count = count_in(c, places[i].state);
        const bool at_barrier = t->state == THREAD_AT_BARRIER || t->state == THREAD_AT_CLUSTER;
        const char *pc = at_barrier ? t->barrier_pc : t->collective.pc;
        add(page, "\n  others  %u thread%s %s", count, count == 1 ? "" : "s", places[i].where);
        if (t->state != THREAD_DONE)
            add(page, ", (%u,%u,%u) first, at %s", t->index.x, t->index.y, t->index.z,
                source_location(pc, line, sizeof line));
    }
}

// Have two phases ended that this waiting thread has not seen? Then the one it waits for is over,
// but the barrier has its parity again.
static bool ran_ahead_of(struct thread *t)
{
    return t->mbarrier->phase >= 2 && t->mbarrier->phase % 2 == t->parity &&
           !order_before(&t->mbarrier->ended, t);
}

static const char *deadlock_cure(struct thread *first)
{
    if (first->state != THREAD_AT_MBARRIER)
        return "all threads of all blocks of the cluster that are still there must arrive";
    if (ran_ahead_of(first))
        return "the barrier ran two phases ahead of this thread, and a parity shows only whether a "
               "phase is even or odd: let the arriving threads wait until the waiting threads have "
               "used the phase before (a second barrier: empty)";
    return "which arrivals or bytes does the phase wait for, and which thread must make them? A "
           "wait with the wrong parity waits for a phase that never ends: 0 for the first phase, "
           "then 1, 0, 1 ...; a wait for an empty stage begins with 1";
}

bool mbarriers_report_deadlock(struct cluster *c)
{
    struct page page; // not static: several clusters may deadlock at the same time
    struct thread *first = (struct thread *)(uintptr_t)first_in(c, THREAD_AT_MBARRIER);
    const bool at_cluster = !first;
    if (at_cluster)
        first = (struct thread *)(uintptr_t)first_in(c, THREAD_AT_CLUSTER);
    if (!first)
        return false;
    page.used = 0;
    page.text[0] = '\0';
    const unsigned waiting = count_in(c, THREAD_AT_MBARRIER);
    if (waiting)
        add(&page, "%u thread%s at mbarriers", waiting, waiting == 1 ? " waits" : "s wait");
    else
        add(&page, "no thread waits at an mbarrier");
    for (unsigned r = 0; r < c->size; r++)
        mbarriers_each(c->blocks[r], add_barrier, &page);
    add_others(&page, c);
    emu_current = first;
    report(KIND_DEADLOCK, at_cluster ? first->barrier_pc : first->mbarrier_pc, page.text,
           deadlock_cure(first), "deadlock: no thread can continue, and %s waits at %s", "a thread",
           at_cluster ? "barrier.cluster.wait" : "an mbarrier");
    emu_current = NULL;
    struct launch *launch = c->blocks[0]->launch;
    atomic_store(&launch->error, cudaErrorLaunchTimeout);
    atomic_store(&launch->stop, true);
    return true;
}
