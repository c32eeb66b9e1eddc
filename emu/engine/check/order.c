// SPDX-License-Identifier: MIT
//
// order.c: happens-before: which accesses of other threads precede what a thread does now.
//
// CUDA's memory model orders two accesses of different threads only through synchronisation. The
// column at the right names what the engine counts for it:
//
//   same warp    __syncwarp() by both lanes            a clock for each lane
//   same block   __syncthreads() by both warps         an epoch for each warp
//   cluster      an arrival at an mbarrier or barrier.cluster, and a wait (vector_clock.c)
//   anywhere     write; fence; then an atomic or volatile write of a flag, which the other thread
//                reads by an atomic or volatile access before it reads the data. Between blocks the
//                fence must be __threadfence(); within one, __threadfence_block() is enough. A
//                barrier or __syncwarp() may come between the write, the fence and the flag.
//                                                      releases with a time, acquires up to a time
//   grid.sync(), or the end of the launch              a new stamp for everything
#include "check.h"
#include "vector_clock.h"
#include "../memory/memory.h"
#include "../program/program.h"

#include <stdlib.h>
#include <string.h>

#define HISTORY ((size_t)4)
#define SCOPES ((size_t)3) // of enum emu_scope

// What a thread publishes when it writes a flag.
struct release {
    uint32_t time; // 0: unused
    bool fenced; // by the thread itself: covers its own accesses before the fence and what barriers
                 // ordered before it
    uint16_t own_epoch, own_clock, flag_epoch;
    struct passed at_fence, at_flag; // at_flag: covers accesses of threads that fenced themselves
    uint16_t observed_clock[WARP];   // the same within the warp, through __syncwarp
    uint32_t block_fenced;           // struct order, when the flag was written
};

static bool publishes_the_same(const struct release *a, const struct release *b)
{
    return a->fenced == b->fenced && a->own_epoch == b->own_epoch && a->own_clock == b->own_clock &&
           a->flag_epoch == b->flag_epoch && a->block_fenced == b->block_fenced &&
           memcmp(&a->at_fence, &b->at_fence, sizeof a->at_fence) == 0 &&
           memcmp(&a->at_flag, &b->at_flag, sizeof a->at_flag) == 0 &&
           memcmp(a->observed_clock, b->observed_clock, sizeof a->observed_clock) == 0;
}

// The last releases of a thread, for each scope (order_release). The lock is needed because threads
// on other cores read them while the thread adds new ones.
struct releases {
    atomic_flag lock;
    struct release views[SCOPES][HISTORY];
};

struct block_releases {
    struct releases *_Atomic by_thread[1]; // one for each thread of the block
};

static void lock_releases(struct releases *r)
{
    while (atomic_flag_test_and_set_explicit(&r->lock, memory_order_acquire))
        ;
}

static void unlock_releases(struct releases *r)
{
    atomic_flag_clear_explicit(&r->lock, memory_order_release);
}

static atomic_uint_fast32_t now = 1;

// ---- Warps and blocks ---------------------------------------------------------------------------

void order_start(struct block *b)
{
    struct order *o = &b->order;
    unsigned warps = (b->launch->threads_per_block + WARP - 1) / WARP;
    memset(o->epoch, 0, sizeof o->epoch);
    memset(o->clock, 0, warps * sizeof o->clock[0]);
    for (unsigned w = 0; w < warps; w++)
        memset(o->observed_epoch[w], 0, warps * sizeof o->observed_epoch[0][0]);
    memset(o->passed, 0, warps * sizeof o->passed[0]);
    o->lanes_synced = 0;
    memset(o->fenced, 0, sizeof o->fenced);
    settled_new_block(b);
}

static uint32_t later(uint32_t a, uint32_t b) { return a > b ? a : b; }

// The host writes flags in memory that it shares with kernels, and leaves no record.
static bool is_of_host(uintptr_t polled)
{
    return polled == POLLED_HOST || (polled >= GLOBAL_END && polled < MANAGED_END);
}

// (If two threads do this at once, the times that they store are close.)
static void observed(const struct thread *t, int distance)
{
    atomic_uint *latest = &t->block->launch->past->observed[distance];
    if (t->acquired > atomic_load_explicit(latest, memory_order_relaxed))
        atomic_store_explicit(latest, t->acquired, memory_order_relaxed);
}

// ---- Launches that run at the same time ---------------------------------------------------------

// Launches run in turns, so a launch could be so far ahead, or behind, that a missing wait has no
// effect. Therefore a launch pauses after it has written a flag. After some of the flags that it
// observes, it continues only when no other launch can: a launch that does not wait for it
// overtakes it now. Of two launches each does so in turn.
enum { PAUSES = 16 /* of each kind, for a launch */, TURN = 2 };

void order_pauses(struct launch *launch, bool gives_way_first)
{
    launch->flags_written = launch->flags_observed = PAUSES;
    launch->gives_way_first = gives_way_first;
}

// Returns how many flags came before; -1: it does not pause any more.
static int count_flag(atomic_int *left)
{
    if (LIKELY(atomic_load_explicit(left, memory_order_relaxed) <= 0))
        return -1;
    const int before = atomic_fetch_sub(left, 1);
    return before > 0 ? PAUSES - before : -1;
}

static void pause(struct thread *t)
{
    t->quick.left[0] = 0; // its turn ends
    t->block->launch->moved = true;
    atomic_store(&t->block->launch->pause, true);
}

void order_give_way(struct thread *t)
{
    if (count_flag(&t->block->launch->flags_written) >= 0)
        pause(t);
}

static void let_overtake(struct thread *t)
{
    struct launch *launch = t->block->launch;
    if (CELL(t->polled)->write.stamp == launch->stamp)
        return;
    const int flags = count_flag(&launch->flags_observed);
    if (flags < 0 || (flags / TURN % 2 == 0) != launch->gives_way_first)
        return;
    pause(t);
    atomic_store(&launch->gives_way, true);
}

// ---- Flags --------------------------------------------------------------------------------------

// Has the thread polled a flag that another thread has written? Then it has acquired everything
// published so far. This is decided when the answer is needed: at the next access, barrier or
// __syncwarp.
void order_settle(struct thread *t)
{
    const bool of_host = is_of_host(t->polled);
    if (t->polled && (of_host || check_is_flag(t->polled, t->block->launch))) {
        t->acquired = (uint32_t)atomic_load(&now);
        observed(t, NEAR);
        if (!of_host)
            let_overtake(t);
        if (t->polled_far) {
            t->acquired_far = t->acquired;
            observed(t, FAR);
        }
        if (of_host) {
            t->acquired_host = t->acquired;
            observed(t, BY_HOST);
        }
        t->block->acquired_any = true;
        if (t->block->cluster && t->polled_far)
            t->block->cluster->acquired_far = t->acquired_far;
    }
    t->polled = 0;
}

// What its last poll has observed counts for the next work of the stream, not for its block.
void order_thread_ended(struct thread *t)
{
    const bool any = t->block->acquired_any;
    const uint32_t acquired = t->acquired, far = t->acquired_far, host = t->acquired_host;
    order_settle(t);
    t->acquired = acquired;
    t->acquired_far = far;
    t->acquired_host = host;
    t->block->acquired_any = any;
}

static struct passed passed_by_all(const uint16_t *epochs, unsigned warps)
{
    struct passed p = {0};
    for (unsigned w = 0; w < warps; w++)
        if (epochs[w] > p.most) {
            p = (struct passed){epochs[w], p.most, 1u << w};
        } else if (epochs[w] == p.most) {
            p.warps |= 1u << w;
        } else if (epochs[w] > p.others) {
            p.others = epochs[w];
        }
    return p;
}

// After the barrier each of these warps has observed what any of them had observed.
void order_barrier(struct block *b, unsigned warp_mask)
{
    struct order *o = &b->order;
    uint16_t joined[MAX_WARPS] = {0};
    uint32_t acquired = 0, acquired_far = 0, acquired_host = 0;
    unsigned warps = (b->launch->threads_per_block + WARP - 1) / WARP;
    for (unsigned w = 0; w < warps; w++) {
        if (!(warp_mask >> w & 1))
            continue;
        for (unsigned v = 0; v < warps; v++)
            if (o->observed_epoch[w][v] > joined[v])
                joined[v] = o->observed_epoch[w][v];
        if (o->epoch[w] < UINT16_MAX)
            o->epoch[w]++;
    }
    for (unsigned w = 0; w < warps; w++)
        if (warp_mask >> w & 1)
            joined[w] = o->epoch[w];
    const struct passed passed = passed_by_all(joined, warps);
    for (unsigned w = 0; w < warps; w++)
        if (warp_mask >> w & 1) {
            memcpy(o->observed_epoch[w], joined, warps * sizeof joined[0]);
            o->passed[w][o->epoch[w] % KEPT_EPOCHS] = passed;
        }
    settled_barrier(b, warp_mask);
    if (UNLIKELY(b->cluster))
        vector_clock_barrier(b, warp_mask);
    for (unsigned i = 0; i < b->launch->threads_per_block; i++)
        if (b->threads[i].polled)
            order_settle(&b->threads[i]);
    if (!b->acquired_any)
        return;
    for (unsigned i = 0; i < b->launch->threads_per_block; i++) {
        acquired = later(acquired, b->threads[i].acquired);
        acquired_far = later(acquired_far, b->threads[i].acquired_far);
        acquired_host = later(acquired_host, b->threads[i].acquired_host);
    }
    for (unsigned i = 0; i < b->launch->threads_per_block; i++)
        if (warp_mask >> (i / WARP) & 1) {
            b->threads[i].acquired = acquired;
            b->threads[i].acquired_far = acquired_far;
            b->threads[i].acquired_host = acquired_host;
        }
}

void order_syncwarp(struct block *b, unsigned warp, unsigned lanes)
{
    struct order *o = &b->order;
    uint16_t joined[WARP] = {0};
    uint32_t acquired = 0, acquired_far = 0, acquired_host = 0;
    if (!(o->lanes_synced >> warp & 1)) {
        o->lanes_synced |= 1u << warp;
        memset(o->observed_clock[warp], 0, sizeof o->observed_clock[warp]);
    }
    for (unsigned i = 0; i < WARP; i++) {
        if (!(lanes >> i & 1))
            continue;
        for (unsigned j = 0; j < WARP; j++)
            if (o->observed_clock[warp][i][j] > joined[j])
                joined[j] = o->observed_clock[warp][i][j];
        if (o->clock[warp][i] < CLOCK_LAST)
            o->clock[warp][i]++;
        order_settle(&b->threads[warp * WARP + i]);
        acquired = later(acquired, b->threads[warp * WARP + i].acquired);
        acquired_far = later(acquired_far, b->threads[warp * WARP + i].acquired_far);
        acquired_host = later(acquired_host, b->threads[warp * WARP + i].acquired_host);
    }
    for (unsigned i = 0; i < WARP; i++)
        if (lanes >> i & 1)
            joined[i] = o->clock[warp][i];
    for (unsigned i = 0; i < WARP; i++)
        if (lanes >> i & 1) {
            memcpy(o->observed_clock[warp][i], joined, sizeof joined);
            b->threads[warp * WARP + i].acquired = acquired;
            b->threads[warp * WARP + i].acquired_far = acquired_far;
            b->threads[warp * WARP + i].acquired_host = acquired_host;
        }
    if (UNLIKELY(b->cluster))
        vector_clock_syncwarp(b, warp, lanes);
}

// ---- Between blocks -----------------------------------------------------------------------------

// What the thread's warp has observed.
static struct passed passed_now(const struct thread *t)
{
    const struct order *o = &t->block->order;
    const unsigned warp = t->id / WARP;
    return o->passed[warp][o->epoch[warp] % KEPT_EPOCHS];
}

// What it had observed at this fence. If that is too long ago, the number of the warps that had
// passed most counts for all of them.
static struct passed passed_at(const struct thread *t, const struct fence *fence)
{
    const struct order *o = &t->block->order;
    const unsigned warp = t->id / WARP;
    if (o->epoch[warp] - fence->own_epoch < KEPT_EPOCHS)
        return o->passed[warp][fence->own_epoch % KEPT_EPOCHS];
    return (struct passed){.most = fence->most, .others = fence->most};
}

static bool has_passed(const struct passed *p, const struct access_record *a)
{
    return a->epoch == UINT16_MAX ||
           a->epoch < (p->warps >> a->thread / WARP & 1 ? p->most : p->others);
}

void order_fence(struct thread *t, enum emu_scope scope)
{
    struct order *o = &t->block->order;
    uint16_t *clock = &o->clock[t->id / WARP][t->id % WARP];
    if (*clock < CLOCK_LAST)
        ++*clock; // the fence does not publish later accesses
    struct fence *fence = &t->fence[0];
    *fence = (struct fence){true, o->epoch[t->id / WARP], *clock, passed_now(t).most};
    for (size_t wider = 1; wider <= (size_t)scope; wider++)
        t->fence[wider] = *fence;
    for (size_t wider = 0; wider <= (size_t)scope; wider++)
        o->fenced[wider] = later(o->fenced[wider], fence->most + 1u);
    if ((int)scope > t->block->launch->past->widest_fence)
        t->block->launch->past->widest_fence = (int)scope;
}

// One record for each thread that writes flags, allocated at its first release.
static struct releases *releases_of(struct launch *launch, uint64_t block, unsigned thread,
                                    bool make)
{
    struct block_releases *_Atomic *slot = &launch->past->releases[block];
    struct block_releases *found = atomic_load(slot), *none = NULL;
    if (!found && make) {
        found = calloc(1, sizeof *found + launch->threads_per_block * sizeof found->by_thread[0]);
        if (!found)
            fatal("no memory to follow fences with (EMU_CHECK=off needs none)");
        if (!atomic_compare_exchange_strong(slot, &none, found)) {
            free(found);
            found = none;
        }
    }
    if (!found)
        return NULL;
    if (!found->by_thread[thread] && make) { // only the block's own worker creates it
        struct releases *made = calloc(1, sizeof *made);
        if (!made)
            fatal("no memory to follow fences with (EMU_CHECK=off needs none)");
        atomic_store(&found->by_thread[thread], made);
    }
    return found->by_thread[thread];
}

// Polling with an atomic is a release each time but publishes nothing new, so only the first one is
// stored. The last few releases are stored because a thread may be several releases ahead of the
// one that another thread has acquired.
static void add_release(struct release *history, const struct thread *t, size_t scope,
                        uint32_t time)
{
    const struct order *o = &t->block->order;
    const struct fence *fence = &t->fence[scope];
    unsigned warp = t->id / WARP;
    struct release r = {.time = history[0].time,
                        .fenced = fence->made,
                        .own_epoch = fence->own_epoch,
                        .own_clock = fence->clock,
                        .flag_epoch = o->epoch[warp],
                        .at_fence = passed_at(t, fence),
                        .at_flag = passed_now(t),
                        .block_fenced = o->fenced[scope]};
    if (o->lanes_synced >> warp & 1)
        memcpy(r.observed_clock, o->observed_clock[warp][t->id % WARP], sizeof r.observed_clock);
    if (r.time && publishes_the_same(&r, &history[0]))
        return;
    // The last entry represents all older releases. It has the oldest time, because what they
    // published is lost and a lock that does order must never be reported as a race.
    const uint32_t first = history[HISTORY - 1].time;
    memmove(&history[1], &history[0], (HISTORY - 1) * sizeof *history);
    if (first)
        history[HISTORY - 1].time = first;
    r.time = time;
    history[0] = r;
}

// Scopes of the same flag: the first for readers in its own block, the second for readers in other
// blocks, where only __threadfence() counts, the third for readers on other GPUs, which needs
// __threadfence_system() and a flag that is written in the scope of the system.
void order_release(struct thread *t, enum emu_scope flag)
{
    struct launch *launch = t->block->launch;
    launch->past->any_release = true;
    t->block->mark = 0; // a later reader may be ordered with some readers but not with all
    struct releases *r = releases_of(launch, t->block->number, t->id, true);
    if (!r)
        return; // cannot happen: it was just allocated
    lock_releases(r);
    uint32_t time = (uint32_t)atomic_fetch_add(&now, 1);
    for (size_t scope = 0; scope < SCOPES; scope++)
        if (scope < EMU_SCOPE_SYSTEM || flag == EMU_SCOPE_SYSTEM)
            add_release(r->views[scope], t, scope, time);
    unlock_releases(r);
    past_publish(launch, NEAR, time);
    if (flag == EMU_SCOPE_SYSTEM)
        past_publish(launch, FAR, time);
}

uint32_t order_time(void) { return (uint32_t)atomic_fetch_add(&now, 1); }

// Both counters saturate. At the last value the order is unknown.
static bool is_uncounted(const struct access_record *a)
{
    return a->epoch == UINT16_MAX || a->clock == CLOCK_LAST;
}

static bool is_earlier(uint16_t epoch, uint16_t clock, const struct access_record *a)
{
    return a->epoch < epoch || (a->epoch == epoch && a->clock < clock) || is_uncounted(a);
}

// Did the thread that made the access fence after it? This is known only for threads of this block.
// For another block, whose threads may have ended, covers() knows enough.
static bool fenced_itself(const struct access_record *a, const struct thread *t, size_t scope)
{
    if (a->block != t->block->number || past_of(a->stamp) != t->block->launch->past)
        return true;
    const struct fence *fence = &t->block->threads[a->thread].fence[scope];
    return fence->made && is_earlier(fence->own_epoch, fence->clock, a);
}

// Does this release, by thread number `by`, publish the access to t, which has acquired what was
// published before that time?
static bool covers(const struct release *r, unsigned by, const struct access_record *a,
                   const struct thread *t, size_t scope, uint32_t acquired)
{
    if (r->time == 0 || r->time >= acquired)
        return false;
    if (r->fenced &&
        (by == a->thread ? is_earlier(r->own_epoch, r->own_clock, a) : has_passed(&r->at_fence, a)))
        return true;
    // A fence that comes after the access was executed in its epoch or later, by whichever thread.
    if (r->block_fenced <= a->epoch && !(r->block_fenced && is_uncounted(a)))
        return false;
    bool before_flag =
        has_passed(&r->at_flag, a) || (by / WARP == a->thread / WARP && a->epoch == r->flag_epoch &&
                                       a->clock < r->observed_clock[a->thread % WARP]);
    return before_flag && (r->fenced || fenced_itself(a, t, scope));
}

// A flag that another launch has written is observed with what it publishes.
static bool is_flag_of(const struct release *r, unsigned by, const struct access_record *a,
                       const struct past *past, const struct thread *t, uint32_t acquired)
{
    return a->strong && by == a->thread && past != t->block->launch->past && r->time &&
           r->time < acquired;
}

static bool published_by(const struct past *past, const struct access_record *a,
                         const struct thread *t, size_t scope, uint32_t acquired)
{
    struct block_releases *all =
        past->releases && a->block < past->blocks ? atomic_load(&past->releases[a->block]) : NULL;
    for (unsigned i = 0; all && i < past->threads; i++) {
        struct releases *r = all->by_thread[i];
        bool covered = false;
        if (!r)
            continue;
        lock_releases(r);
        for (size_t h = 0; h < HISTORY && !covered; h++)
            covered = covers(&r->views[scope][h], i, a, t, scope, acquired) ||
                      is_flag_of(&r->views[scope][h], i, a, past, t, acquired);
        unlock_releases(r);
        if (covered)
            return true;
    }
    return false;
}

static bool published(const struct access_record *a, struct thread *t)
{
    order_settle(t);
    if (t->acquired == 0)
        return false;
    return published_by(t->block->launch->past, a, t,
                        a->block == t->block->number ? EMU_SCOPE_BLOCK : EMU_SCOPE_DEVICE,
                        t->acquired);
}

bool order_between_launches(const struct access_record *a, struct thread *t)
{
    const struct launch *launch = t->block->launch;
    const struct past *past = past_of(a->stamp);
    if (!past)
        return true; // too long ago: unknown
    order_settle(t);
    const int distance = past->device == launch->device ? NEAR : FAR;
    const uint32_t by_thread = distance == FAR ? t->acquired_far : t->acquired;
    const uint32_t acquired = later(by_thread, launch->acquired[distance]);
    const uint32_t whole = past->published[distance], by_host = past->published[BY_HOST];
    if ((whole && whole < acquired) ||
        (by_host && by_host < later(t->acquired_host, launch->acquired[BY_HOST])))
        return true;
    return acquired &&
           published_by(past, a, t, distance == FAR ? EMU_SCOPE_SYSTEM : EMU_SCOPE_DEVICE,
                        acquired);
}

bool order_before(const struct access_record *a, struct thread *t)
{
    const struct order *o = &t->block->order;
    unsigned warp = t->id / WARP, lane = t->id % WARP;
    if (UNLIKELY(t->block->cluster) && vector_clock_before(a, t))
        return true;
    if (a->block != t->block->number)
        return published(a, t);
    if (a->thread == t->id || is_uncounted(a))
        return true;
    if (a->epoch < o->observed_epoch[warp][a->thread / WARP])
        return true;
    if (a->thread / WARP == warp && (o->lanes_synced >> warp & 1) &&
        a->clock < o->observed_clock[warp][lane][a->thread % WARP])
        return true;
    return published(a, t);
}

// All accesses with an earlier stamp happen before those with a later one: a new launch, or a
// barrier over the grid, takes the next stamp.
static uint16_t stamp;

uint16_t order_last_stamp(void) { return stamp; }

void order_new_stamp(struct launch *launch)
{
    do
        if (++stamp == 0) {
            check_forget();
            unread_forget();
            stamp = 1;
        }
    while (past_is_live(stamp));
    launch->stamp = stamp;
    past_new_stamp(launch);
    settled_new_launch(launch);
}

void order_begin(struct launch *launch)
{
    past_begin(launch);
    order_new_stamp(launch);
    unread_launch_begins(launch);
}

void order_end(struct launch *launch)
{
    check_settle_unwritten(launch);
    check_settle_races();
    unread_launch_ends(launch);
    past_end(launch);
}

void order_forget(struct past *past)
{
    for (uint64_t i = 0; past->any_release && past->releases && i < past->blocks; i++) {
        struct block_releases *of_block = past->releases[i];
        for (unsigned j = 0; of_block && j < past->threads; j++)
            free(of_block->by_thread[j]);
        free(of_block);
    }
    free(past->releases);
}

struct access_record order_event(const struct thread *t, const char *pc)
{
    return (struct access_record){.stamp = t->block->launch->stamp,
                                  .thread = (uint16_t)(t->id & 1023),
                                  .mask = 15,
                                  .epoch = order_epoch(t),
                                  .clock = (uint16_t)(order_clock(t) & CLOCK_LAST),
                                  .block = (uint32_t)t->block->number,
                                  .pc = place_number(pc)};
}
