// SPDX-License-Identifier: MIT
//
// mbarrier.c: barriers in shared memory that count arrivals and bytes.
//
// A thread that waits sleeps until the phase is over. Loads of the copy engine land as late as they
// may: when all arrivals of a phase have come, somebody waits for its end, and the loads' bytes are
// all that is missing.
#include "mbarrier.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "bulk.h"
#include "cells.h"
#include "emu_cluster.h"
#include "proxy.h"
#include "report.h"

enum { PLACES = 1024, MOST_ARRIVALS = (1 << 20) - 1, BARRIER_BYTES = 8 };

// What stands in the 8 bytes: so it is seen when something else was written there.
#define MARK UINT64_C(0x6d62617272696572)

struct mbarriers {
    struct mbarrier all[PLACES];
    unsigned used;
};

// ---- Found and made -----------------------------------------------------------------------------

static struct mbarrier *place_of(const struct block *b, uint32_t at)
{
    unsigned i = at / BARRIER_BYTES % PLACES;
    while (b->mbarriers->all[i].at && b->mbarriers->all[i].at != at)
        i = (i + 1) % PLACES;
    return &b->mbarriers->all[i];
}

void mbarriers_each(struct block *b, void (*each)(struct mbarrier *barrier, void *data), void *data)
{
    for (unsigned i = 0; b->mbarriers && i < PLACES; i++)
        if (b->mbarriers->all[i].at)
            each(&b->mbarriers->all[i], data);
}

char *mbarrier_name(const struct mbarrier *m, char *text, size_t size)
{
    const uintptr_t address = (uintptr_t)m->block->window + m->at;
    const char *array = shared_array_at(m->block, address);
    const struct launch *launch = m->block->launch;
    if (!array) {
        snprintf(text, size, "byte %u of the dynamic shared memory", m->at - WINDOW_DYNAMIC);
        return text;
    }
    const uint32_t inside = m->at - launch->site_offset[shared_site_at(launch, m->at)];
    if (inside)
        snprintf(text, size, "%s + %u bytes", array, inside);
    else
        snprintf(text, size, "%s", array);
    return text;
}

static void __attribute__((noreturn, cold))
bad_place(const void *barrier, const char *verb, const char *pc)
{
    char text[512];
    describe_address((uintptr_t)barrier, BARRIER_BYTES, text, sizeof text);
    if (emu_space_of(barrier) != EMU_SPACE_SHARED)
        report_and_stop(cudaErrorIllegalAddress, pc, text,
                        "declare it in shared memory: __shared__ __align__(8) uint64_t full;",
                        "wrong memory: %s an mbarrier outside shared memory", verb);
    if ((uintptr_t)barrier % BARRIER_BYTES)
        report_and_stop(cudaErrorMisalignedAddress, pc, text,
                        "an mbarrier is 8 bytes and stands at a multiple of 8",
                        "misaligned: %s an mbarrier", verb);
    report_and_stop(cudaErrorIllegalAddress, pc, text,
                    "is the index below the number of stages?",
                    "out of bounds: %s an mbarrier", verb);
}

static void check_place(const void *barrier, const char *verb, const char *pc)
{
    const uintptr_t offset = arena_offset(barrier);
    const struct block *b = emu_current->block;
    if (!is_shared(offset) || offset % BARRIER_BYTES || SHADOW(offset) != SHADOW_ALL ||
        offset - arena_offset(b->window) >= WINDOW_SIZE)
        bad_place(barrier, verb, pc);
}

static void check_made_before(struct thread *t, struct mbarrier *m, const char *verb,
                              const char *pc)
{
    static const char what[] = "race: %s an mbarrier that another thread has initialised, with no "
                               "barrier between";
    const struct block *b = m->block;
    if (!b->launch->checked || order_before(&m->made, t) || report_is_old(pc, what))
        return;
    const struct thread *by = &b->threads[m->made.thread];
    char name[200], text[900], line[400];
    snprintf(text, sizeof text, "%s\n  other   mbarrier_init at %s by thread (%u,%u,%u)",
             mbarrier_name(m, name, sizeof name), where(place_pc(m->made.pc), line, sizeof line),
             by->index.x, by->index.y, by->index.z);
    report(pc, text,
           b == t->block ? "let one thread initialise all barriers and call fence_mbarrier_init(), "
                           "then __syncthreads() before any thread uses one"
                         : "call barrier_cluster_sync() after the barriers of all blocks were "
                           "initialised, before one block uses another's",
           what, verb);
}

struct mbarrier *mbarrier_find(struct thread *t, const void *barrier, unsigned rank,
                               const char *verb, const char *pc)
{
    check_place(barrier, verb, pc);
    const struct cluster *c = cluster_of(t->block);
    const uint32_t at = (uint32_t)((const char *)barrier - t->block->window);
    struct block *b = c->blocks[rank];
    struct mbarrier *m = b->mbarriers ? place_of(b, at) : NULL;
    char text[512];
    if (!m || !m->at) {
        describe_address((uintptr_t)barrier, BARRIER_BYTES, text, sizeof text);
        report_and_stop(cudaErrorLaunchFailure, pc, text,
                        b == t->block
                            ? "let one thread call mbarrier_init(), then __syncthreads()"
                            : "let the other block initialise it, too, and call "
                              "barrier_cluster_sync() before: the barrier of the same place is meant",
                        "%s an mbarrier that %s has not initialised", verb,
                        b == t->block ? "this block" : "the other block");
    }
    uint64_t found;
    memcpy(&found, b->window + at, sizeof found);
    if (found != MARK) {
        describe_address((uintptr_t)barrier, BARRIER_BYTES, text, sizeof text);
        report_and_stop(cudaErrorLaunchFailure, pc, text,
                        "only mbarrier functions may touch its 8 bytes: look for a store that "
                        "leaves its array, or a tile that lies over the barrier",
                        "%s an mbarrier whose 8 bytes were overwritten", verb);
    }
    check_made_before(t, m, verb, pc);
    return m;
}

// What comes to the barrier now, by this thread.
static struct access_record now(const struct thread *t, const char *pc)
{
    return (struct access_record){.stamp = t->block->launch->stamp,
                                  .thread = (uint16_t)(t->id & 1023),
                                  .mask = 15,
                                  .epoch = order_epoch(t),
                                  .clock = (uint16_t)(order_clock(t) & CLOCK_LAST),
                                  .block = (uint32_t)t->block->number,
                                  .pc = place_number(pc)};
}

void emu_mbarrier_init(void *barrier, int arrivals)
{
    static const char verb[] = "initialisation of";
    struct thread *t = emu_current;
    const char *pc = CALLER();
    if (!t)
        return;
    check_place(barrier, verb, pc);
    struct block *b = t->block;
    struct cluster *c = cluster_of(b);
    if (arrivals < 1 || arrivals > MOST_ARRIVALS)
        report_and_stop(cudaErrorLaunchFailure, pc, NULL,
                        "a phase ends with 1 to 1048575 arrivals",
                        "mbarrier_init with %d arrivals", arrivals);
    if (!b->mbarriers && !(b->mbarriers = calloc(1, sizeof *b->mbarriers)))
        fatal("no memory for mbarriers");
    const uint32_t at = (uint32_t)((char *)barrier - b->window);
    struct mbarrier *m = place_of(b, at);
    if (m->at) {
        char name[200], text[900], line[400];
        snprintf(text, sizeof text, "%s\n  other   mbarrier_init at %s",
                 mbarrier_name(m, name, sizeof name),
                 where(place_pc(m->made.pc), line, sizeof line));
        report_and_stop(cudaErrorLaunchFailure, pc, text,
                        "one thread initialises each barrier, once: if (threadIdx.x == 0) ...; a "
                        "new phase begins by itself",
                        "mbarrier_init of a barrier that is in use");
    }
    if (++b->mbarriers->used >= PLACES)
        report_and_stop(cudaErrorLaunchFailure, pc, NULL, NULL, "more than %d mbarriers in a block",
                        PLACES - 1);
    if (t->checked)
        check_access(t, arena_offset(barrier), BARRIER_BYTES, STORE, 0, pc);
    *m = (struct mbarrier){.block = b,
                           .at = at,
                           .arrivals = (uint32_t)arrivals,
                           .pending = (uint32_t)arrivals,
                           .made = now(t, pc),
                           .coming = known_new(c),
                           .over = known_new(c)};
    const uint64_t mark = MARK;
    memcpy(barrier, &mark, sizeof mark);
    t->steps++;
}

static void fence_own(struct mbarrier *m, void *data)
{
    if (m->made.thread == ((struct thread *)data)->id)
        m->fenced = true;
}

void emu_mbarrier_fence_init(void)
{
    if (emu_current)
        mbarriers_each(emu_current->block, fence_own, emu_current);
}

void emu_fence_proxy_async(void)
{
    struct thread *t = emu_current;
    if (!t)
        return;
    cluster_of(t->block);
    mbarriers_each(t->block, fence_own, t);
    proxy_fence(t, CALLER());
}

void mbarrier_check_fenced(struct thread *t, const struct mbarrier *m, const char *pc)
{
    static const char what[] = "%s uses an mbarrier whose initialisation was not fenced: it may see "
                               "what was there before";
    if (m->fenced || !t->checked || report_is_old(pc, what))
        return;
    char name[200], text[900], line[400];
    snprintf(text, sizeof text, "%s\n  other   mbarrier_init at %s",
             mbarrier_name(m, name, sizeof name), where(place_pc(m->made.pc), line, sizeof line));
    report(pc, text,
           "let the thread that initialises call fence_mbarrier_init() after the last "
           "mbarrier_init(), before the barrier that the others wait at",
           what, m->block == t->block ? "the copy engine" : "another block of the cluster");
}

void mbarriers_end(struct block *b)
{
    for (unsigned i = 0; b->mbarriers && i < PLACES; i++) {
        struct mbarrier *m = &b->mbarriers->all[i];
        while (m->at && m->first) {
            struct flight *next = m->first->next;
            flight_free(m->first);
            m->first = next;
        }
        free(m->coming);
        free(m->over);
    }
    free(b->mbarriers);
    b->mbarriers = NULL;
}

// ---- Phases -------------------------------------------------------------------------------------

static void end_phase(struct mbarrier *m)
{
    struct block *b = m->block;
    m->phase++;
    m->pending = m->arrivals;
    m->expected = 0;
    if (m->over)
        memcpy(m->over, m->coming, b->cluster->width * sizeof *m->over);
    b->events++;
    emu_writes++;
    for (unsigned i = 0; i < b->launch->threads_per_block; i++)
        if (b->threads[i].state == THREAD_AT_MBARRIER && b->threads[i].mbarrier == m)
            b->threads[i].state = THREAD_READY;
}

void mbarrier_complete(struct mbarrier *m, const struct flight *f)
{
    const struct access_record landed = now(f->thread, f->box.pc);
    m->bytes -= box_bytes(&f->box.map);
    if (m->coming) {
        known_join(m->block->cluster, m->coming, f->known);
        known_release_engine(f->thread, m->coming);
    }
    if (m->pending == 0 && m->bytes == 0) {
        m->ended = landed;
        end_phase(m);
    }
}

static int64_t bytes_on_their_way(const struct mbarrier *m)
{
    int64_t bytes = 0;
    for (const struct flight *f = m->first; f; f = f->next)
        bytes += box_bytes(&f->box.map);
    return bytes;
}

static void land_first(struct mbarrier *m)
{
    struct flight *f = m->first;
    m->first = f->next;
    flight_land(f);
    flight_free(f);
}

static bool is_waited_for(const struct mbarrier *m)
{
    const struct block *b = m->block;
    for (unsigned i = 0; i < b->launch->threads_per_block; i++)
        if (b->threads[i].state == THREAD_AT_MBARRIER && b->threads[i].mbarrier == m)
            return true;
    return false;
}

static void land_all_of_phase(struct mbarrier *m)
{
    const uint32_t phase = m->phase;
    const int64_t coming = bytes_on_their_way(m);
    if (m->pending > 0 || coming < m->bytes)
        return;
    if (coming > m->bytes) {
        mbarrier_bytes_differ(m, coming, NULL);
        m->bytes = coming; // as if it had been said: the rest of the program may be right
    }
    while (m->first && m->phase == phase)
        land_first(m);
}

void mbarrier_try_to_end(struct mbarrier *m)
{
    if (m->pending == 0 && is_waited_for(m))
        land_all_of_phase(m);
}

// An arrival is of the phase that its thread knows to have begun.
static void check_knows(struct thread *t, struct mbarrier *m, const char *pc)
{
    static const char unknown[] = "arrival at an mbarrier by a thread that cannot know that phase "
                                  "%u is over: it may count in that one";
    const bool over = m->pending > 0;
    if (!t->checked || (over && (m->phase == 0 || order_before(&m->ended, t))) ||
        report_is_old(pc, unknown))
        return;
    char name[200], text[900], line[400];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", mbarrier_name(m, name, sizeof name));
    if (over)
        snprintf(text + used, sizeof text - used, "\n  other   phase %u ended by %s at %s",
                 m->phase - 1, m->expect_pc ? "the load" : "the arrival",
                 where(place_pc(m->ended.pc), line, sizeof line));
    else
        snprintf(text + used, sizeof text - used,
                 "\n  barrier phase %u: all arrivals made, %lld bytes to come", m->phase,
                 (long long)m->bytes);
    report(pc, text,
           "let the thread wait first for what says that the phase is over: for this barrier, or "
           "for the one at which those arrive that have waited for it (full and empty); and let "
           "mbarrier_init() count all that arrive, in other blocks of the cluster, too",
           unknown, over ? m->phase - 1 : m->phase);
}

static void arrive(struct thread *t, struct mbarrier *m, const char *pc)
{
    check_knows(t, m, pc);
    if (m->pending == 0) { // the loads that are still missing may have landed already
        const uint32_t phase = m->phase;
        land_all_of_phase(m);
        if (m->phase == phase) {
            char name[200];
            report_and_stop(cudaErrorLaunchFailure, pc, mbarrier_name(m, name, sizeof name),
                            "let as many threads arrive in a phase as mbarrier_init() said, and "
                            "none for the next phase before this one is over",
                            "arrival at an mbarrier whose phase %u has all its %u arrivals and "
                            "waits for bytes",
                            m->phase, m->arrivals);
        }
    }
    const struct access_record mine = now(t, pc);
    if (m->coming)
        known_release(t, m->coming);
    t->steps++;
    if (--m->pending > 0)
        return;
    if (m->bytes == 0 && m->first) {
        m->bytes = bytes_on_their_way(m);
        mbarrier_bytes_differ(m, m->bytes, pc);
    }
    if (m->bytes != 0) {
        mbarrier_try_to_end(m);
        return;
    }
    m->ended = mine;
    end_phase(m);
}

void emu_mbarrier_arrive(void *barrier)
{
    struct thread *t = emu_current;
    const char *pc = CALLER();
    if (!t)
        return;
    watchdog_look(t, pc);
    arrive(t, mbarrier_find(t, barrier, t->block->rank, "arrival at", pc), pc);
}

void emu_mbarrier_expect(void *barrier, int bytes)
{
    struct thread *t = emu_current;
    const char *pc = CALLER();
    if (!t)
        return;
    watchdog_look(t, pc);
    struct mbarrier *m = mbarrier_find(t, barrier, t->block->rank, "arrival at", pc);
    if (bytes < 0 || bytes > MOST_ARRIVALS)
        report_and_stop(cudaErrorLaunchFailure, pc, NULL, "0 to 1048575 bytes are counted",
                        "mbarrier_arrive_expect_tx of %d bytes", bytes);
    if (m->pending == 0) {
        check_knows(t, m, pc);
        land_all_of_phase(m);
    }
    m->bytes += bytes;
    m->expected += bytes;
    m->expect_pc = pc;
    m->expecting = t;
    arrive(t, m, pc);
}

void emu_mbarrier_arrive_at(void *barrier, int rank)
{
    struct thread *t = emu_current;
    const char *pc = CALLER();
    if (!t)
        return;
    watchdog_look(t, pc);
    const struct cluster *c = cluster_of(t->block);
    if (rank < 0 || (unsigned)rank >= c->size)
        report_and_stop(cudaErrorLaunchFailure, pc, NULL,
                        "ranks go from 0 to cluster_nctarank() - 1",
                        "arrival at an mbarrier of block %d of a cluster of %u", rank, c->size);
    struct mbarrier *m = mbarrier_find(t, barrier, (unsigned)rank, "arrival at", pc);
    if (m->block != t->block) {
        if (m->block->living == 0)
            report_and_stop(cudaErrorLaunchFailure, pc, NULL,
                            "call barrier_cluster_sync() at the end of the kernel: a block's "
                            "shared memory is there as long as the block is",
                            "arrival at an mbarrier of block %d of the cluster, which has ended",
                            rank);
        mbarrier_check_fenced(t, m, pc);
        m->remote[t->block->rank] = now(t, pc);
    }
    arrive(t, m, pc);
}

static bool is_over(struct mbarrier *m, unsigned parity) { return (m->phase & 1) != parity; }

int emu_mbarrier_try_wait(void *barrier, int parity)
{
    struct thread *t = emu_current;
    const char *pc = CALLER();
    if (!t)
        return 1;
    watchdog_look(t, pc);
    struct mbarrier *m = mbarrier_find(t, barrier, t->block->rank, "wait at", pc);
    t->steps++;
    t->mbarrier = m;
    t->parity = (unsigned)parity & 1;
    t->mbarrier_pc = pc;
    t->asked_again = false;
    if (!is_over(m, t->parity))
        land_all_of_phase(m);
    while (!is_over(m, t->parity) && !t->asked_again)
        thread_wait(THREAD_AT_MBARRIER);
    t->seen_phase = m->phase;
    if (!is_over(m, t->parity))
        return 0;
    if (m->over)
        known_acquire(t, m->over);
    return 1;
}
