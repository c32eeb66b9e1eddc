// SPDX-License-Identifier: MIT
//
// mbarrier.c: barriers in shared memory that count arrivals and bytes.
//
// This file initialises and looks up barriers; mbarrier_phase.c handles arrivals and waits.
#include "mbarrier.h"
#include "bulk.h"
#include "proxy.h"
#include "reader_swizzle.h"
#include "../check/check.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"
#include "../sync/sync.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/device/cluster.h"

enum { PLACES = 1024, BARRIER_BYTES = 8, INVALID = 1 /* an mbarrier's `at` */ };

// The value of the 8 bytes. Another value shows that they were overwritten.
#define MARK UINT64_C(0x6d62617272696572)

struct mbarriers {
    struct mbarrier all[PLACES], *made[PLACES]; // in the order of initialisation
    unsigned used, unfenced;
};

// ---- Lookup and initialisation ------------------------------------------------------------------

static struct mbarrier *place_of(const struct block *b, uint32_t at)
{
    unsigned i = at / BARRIER_BYTES % PLACES;
    while (b->mbarriers->all[i].at && b->mbarriers->all[i].at != at)
        i = (i + 1) % PLACES;
    return &b->mbarriers->all[i];
}

void mbarriers_each(struct block *b, void (*each)(struct mbarrier *barrier, void *data), void *data)
{
    for (unsigned i = 0; b->mbarriers && i < b->mbarriers->used; i++)
        if (b->mbarriers->made[i]->at != INVALID)
            each(b->mbarriers->made[i], data);
}

bool mbarrier_is_at(const struct block *b, uint32_t at)
{
    return b->mbarriers && place_of(b, at / BARRIER_BYTES * BARRIER_BYTES)->at;
}

char *mbarrier_name(const struct mbarrier *m, char *text, size_t size)
{
    const struct launch *launch = m->block->launch;
    if (m->at >= WINDOW_DYNAMIC) {
        snprintf(text, size, "byte %u of the dynamic shared memory", m->at - WINDOW_DYNAMIC);
        return text;
    }
    const int site = shared_site_at(launch, m->at);
    shared_element(launch, site, m->at - launch->site_offset[site], text, size);
    return text;
}

static void __attribute__((noreturn, cold))
bad_place(const void *barrier, const char *verb, const char *pc)
{
    char text[512];
    describe_address((uintptr_t)barrier, BARRIER_BYTES, text, sizeof text);
    if (emu_space_of(barrier) != EMU_SPACE_SHARED)
        report_and_stop(cudaErrorIllegalAddress, KIND_MBARRIER, pc, text,
                        "declare it in shared memory: __shared__ __align__(8) uint64_t full;",
                        "wrong memory: %s an mbarrier outside shared memory", verb);
    if ((uintptr_t)barrier % BARRIER_BYTES)
        report_and_stop(cudaErrorMisalignedAddress, KIND_MISALIGNED, pc, text,
                        "an mbarrier is 8 bytes long and must be at a multiple of 8",
                        "misaligned: %s an mbarrier", verb);
    report_and_stop(cudaErrorIllegalAddress, KIND_BOUNDS, pc, text,
                    "is the index below the number of stages?", "out of bounds: %s an mbarrier",
                    verb);
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
    if (!b->checked || order_before(&m->made, t) || report_is_old(pc, what))
        return;
    char name[200];
    const struct other_access init = {.what = "mbarrier.init",
                                      .pc = place_pc(m->made.pc),
                                      .detail = OTHER_THREAD,
                                      .thread = b->threads[m->made.thread].index};
    const struct diagnosis race = {
        .kind = KIND_RACE,
        .pc = pc,
        .address = mbarrier_name(m, name, sizeof name),
        .other = &init,
        .cure = b == t->block
                    ? "let one thread initialise all barriers and execute fence.mbarrier_init, "
                      "then __syncthreads() before any thread uses one"
                    : "call cluster.sync() after the barriers of all blocks were "
                      "initialised, before one block uses another's",
    };
    report_diagnosis(&race, what, verb);
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
        report_and_stop(cudaErrorLaunchFailure, KIND_MBARRIER, pc, text,
                        b == t->block
                            ? "let one thread execute mbarrier.init, then __syncthreads()"
                            : "let the other block initialise it, too, and call "
                              "cluster.sync() before: the barrier of the same place is meant",
                        "%s an mbarrier that %s has not initialised", verb,
                        b == t->block ? "this block" : "the other block");
    }
    uint64_t found;
    memcpy(&found, b->window + at, sizeof found);
    if (found != MARK) {
        describe_address((uintptr_t)barrier, BARRIER_BYTES, text, sizeof text);
        report_and_stop(cudaErrorLaunchFailure, KIND_MBARRIER, pc, text,
                        "only mbarrier functions may touch its 8 bytes: look for a store that "
                        "leaves its array, or a tile that overlaps the barrier",
                        "%s an mbarrier whose 8 bytes were overwritten", verb);
    }
    check_made_before(t, m, verb, pc);
    return m;
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
    if (arrivals < 1 || arrivals > MBARRIER_MOST)
        report_and_stop(cudaErrorLaunchFailure, KIND_MBARRIER, pc, NULL,
                        "a phase ends with 1 to 1048575 arrivals", "mbarrier.init with %d arrivals",
                        arrivals);
    if (!b->mbarriers && !(b->mbarriers = calloc(1, sizeof *b->mbarriers)))
        fatal("no memory for mbarriers");
    const uint32_t at = (uint32_t)((char *)barrier - b->window);
    struct mbarrier *m = place_of(b, at);
    if (m->at) {
        char name[200], text[900], line[400];
        snprintf(text, sizeof text, "%s\n  other   mbarrier.init at %s",
                 mbarrier_name(m, name, sizeof name),
                 source_location(place_pc(m->made.pc), line, sizeof line));
        report_and_stop(cudaErrorLaunchFailure, KIND_MBARRIER, pc, text,
                        "one thread initialises each barrier, once: if (threadIdx.x == 0) ...; a "
                        "new phase begins by itself",
                        "mbarrier.init of a barrier that is in use");
    }
    if (b->mbarriers->used + 1 >= PLACES)
        report_and_stop(cudaErrorLaunchFailure, KIND_MBARRIER, pc, NULL, NULL,
                        "more than %d mbarriers in a block", PLACES - 1);
    if (t->checked)
        check_access(t, arena_offset(barrier), BARRIER_BYTES, STORE, 0, pc);
    if (b->unread)
        unread_note(t, arena_offset(barrier), BARRIER_BYTES, LOAD, pc); // by later instructions
    *m = (struct mbarrier){.block = b,
                           .at = at,
                           .arrivals = (uint32_t)arrivals,
                           .pending = (uint32_t)arrivals,
                           .made = order_event(t, pc),
                           .arriving = vector_clock_new(c),
                           .completed = vector_clock_new(c)};
    b->mbarriers->made[b->mbarriers->used++] = m;
    b->mbarriers->unfenced++;
    const uint64_t mark = MARK;
    memcpy(barrier, &mark, sizeof mark);
    t->steps++;
}

void emu_mbarrier_inval(void *barrier)
{
    struct thread *t = emu_current;
    const char *pc = CALLER();
    if (!t)
        return;
    struct mbarrier *m = mbarrier_find(t, barrier, t->block->rank, "invalidation of", pc);
    char name[200];
    if (m->first)
        report_and_stop(cudaErrorLaunchFailure, KIND_MBARRIER, pc,
                        mbarrier_name(m, name, sizeof name),
                        "wait for the phase that they count in first",
                        "mbarrier.inval while loads to it are in flight");
    m->block->mbarriers->unfenced -= !m->fenced;
    free(m->arriving);
    free(m->completed);
    *m = (struct mbarrier){.at = INVALID};
    memset(barrier, 0, BARRIER_BYTES);
    if (t->checked) // its bytes may be reused, which overwrites the value
        check_access(t, arena_offset(barrier), BARRIER_BYTES, STORE, 0, pc);
}

static void fence_one(struct mbarrier *m, void *data)
{
    if (m->fenced || m->made.thread != ((struct thread *)data)->id)
        return;
    m->fenced = true;
    m->block->mbarriers->unfenced--;
}

static void fence_own(struct thread *t)
{
    if (t->block->mbarriers && t->block->mbarriers->unfenced > 0)
        mbarriers_each(t->block, fence_one, t);
}

void emu_mbarrier_fence_init(void)
{
    if (emu_current)
        fence_own(emu_current);
}

void emu_fence_proxy_async(void)
{
    struct thread *t = emu_current;
    if (!t)
        return;
    cluster_of(t->block);
    fence_own(t);
    proxy_fence(t, false, CALLER());
}

void emu_fence_proxy_async_global(void)
{
    struct thread *t = emu_current;
    if (!t)
        return;
    cluster_of(t->block);
    proxy_fence(t, true, CALLER());
}

void mbarrier_check_fenced(struct thread *t, const struct mbarrier *m, const char *pc)
{
    static const char what[] =
        "%s uses an mbarrier whose initialisation was not fenced: it may see "
        "what was there before";
    if (m->fenced || !t->checked || report_is_old(pc, what))
        return;
    char name[200];
    const struct other_access init = {.what = "mbarrier.init", .pc = place_pc(m->made.pc)};
    const struct diagnosis missing = {
        .kind = KIND_FENCE,
        .pc = pc,
        .address = mbarrier_name(m, name, sizeof name),
        .other = &init,
        .cure = "let the thread that initialises execute fence.mbarrier_init after the last "
                "mbarrier.init, before the barrier at which the other threads wait",
    };
    report_diagnosis(&missing, what,
                     m->block == t->block ? "the copy engine" : "another block of the cluster");
}

static void forget(struct mbarrier *m, void *data)
{
    (void)data;
    while (m->first) {
        struct flight *next = m->first->next;
        flight_free(m->first);
        m->first = next;
    }
    free(m->arriving);
    free(m->completed);
}

void mbarriers_end(struct block *b)
{
    reader_swizzle_end(b);
    mbarriers_each(b, forget, NULL);
    free(b->mbarriers);
    b->mbarriers = NULL;
}
