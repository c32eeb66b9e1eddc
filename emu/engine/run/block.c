// SPDX-License-Identifier: MIT
//
// block.c: runs one block, with its threads as fibers.
//
// Threads run one after another. Each runs until it waits (barrier, warp operation), seems to wait
// (a loop that polls memory), or ends. Warps run in order, and so do the lanes of a warp. A block's
// own results therefore do not depend on the number of cores of the PC. A thread that never waits
// reuses the stack of the one before it, which keeps the caches warm.
#include "run.h"
#include "../access/access.h"
#include "../check/check.h"
#include "../count/count.h"
#include "../expect/expect.h"
#include "../fiber/fiber.h"
#include "../hopper/hopper.h"
#include "../report/report.h"
#include "../sync/sync.h"
#include "../warpgroup/warpgroup.h"

#include <string.h>

__thread long long emu_idle_writes;

void block_start(struct block *b, struct launch *launch, uint64_t number, bool checked)
{
    uint64_t gx = launch->grid.x, gy = launch->grid.y;
    b->launch = launch;
    b->number = number;
    b->trace = trace_of(launch, number);
    b->checked = checked;
    b->polled_global = false;
    b->acquired_any = false;
    b->index = (struct uint3){(unsigned)(number % gx), (unsigned)(number / gx % gy),
                              (unsigned)(number / gx / gy)};
    b->living = (int)launch->threads_per_block;
    b->events = 0;
    b->clock = 0;
    b->in_warp_ops = 0;
    b->grid_generation = 0;
    b->early_count = 0;
    b->copying = false;
    b->grouped = false;
    b->cluster = NULL;
    b->rank = 0;
    b->mbarriers = NULL;
    b->bulk = NULL;
    b->readers = NULL;
    b->swizzle_readers = NULL;
    memset(b->maps_acquired, 0, sizeof b->maps_acquired);
    if (b->landed_boxes)
        b->landed_boxes->count = 0;
    memset(b->operations, 0, sizeof b->operations);
    memset(b->site_ready, 0, sizeof b->site_ready);
    barriers_start(b);
    memset(b->threads, 0, launch->threads_per_block * sizeof *b->threads);
    struct uint3 index = {0, 0, 0};
    for (unsigned i = 0; i < launch->threads_per_block; i++) {
        struct thread *t = &b->threads[i];
        t->block = b;
        t->id = i;
        t->index = index;
        t->state = THREAD_NEW;
        t->checked = checked;
        turn_start(t);
        if (++index.x == launch->block.x) {
            index.x = 0;
            if (++index.y == launch->block.y) {
                index.y = 0;
                index.z++;
            }
        }
    }
    order_start(b);
    unread_block_begins(b);
}

void block_end(struct block *b)
{
    check_settle_early_reads(b);
    unread_block_ends(b);
    if (b->checked && !atomic_load(&b->launch->stop)) // a stopped block may end anywhere
        operation_left_out(b);
    if (b->copying)
        async_end(b);
    if (b->grouped)
        warpgroup_end(b);
    if (b->cluster) {
        mbarriers_end(b);
        bulk_end(b);
        readers_end(b);
    }
    for (unsigned i = 0; i < b->launch->threads_per_block; i++)
        if (b->threads[i].stack)
            stack_give(b->threads[i].stack);
}

// ---- Fibers -------------------------------------------------------------------------------------

static void begin(struct thread *t, struct stack *stack)
{
    t->stack = stack;
    t->stack_low = stack_low(stack);
    t->stack_open = stack_size();
}

static void enter(struct thread *t)
{
    t->state = THREAD_READY;
    emu_current = t;
    emu_quick = &t->quick;
    threadIdx = t->index;
}

static void leave(void)
{
    emu_current = NULL;
    emu_quick = host_quick;
}

static bool is_stopped(const struct block *b)
{
    return atomic_load_explicit(&b->launch->stop, memory_order_relaxed);
}

// Updates everything that counts or waits for this thread.
static void thread_ended(struct thread *t)
{
    struct block *b = t->block;
    t->stack = NULL;
    progress_note();
    b->living--;
    b->events++;
    // A stopped launch may end anywhere, so no thread waits for this one.
    if (is_stopped(b))
        return;
    if (UNLIKELY(t->polled))
        order_thread_ended(t);
    warp_thread_ended(t);
    barrier_thread_ended(b);
    if (UNLIKELY(b->grouped))
        warpgroup_thread_ended(t);
    if (b->cluster)
        cluster_thread_ended(t);
}

// If the next lane has not started yet, it continues on this fiber. Most threads never wait, and
// then need neither their own stack nor a switch.
static bool continue_as_next(struct thread *t)
{
    const struct launch *launch = t->block->launch;
    const unsigned id = t->id + 1;
    if (id % WARP == 0 || id == launch->threads_per_block || t[1].state != THREAD_NEW ||
        launch->counted || is_stopped(t->block))
        return false;
    struct thread *next = t + 1;
    struct stack *stack = t->stack;
    leave();
    emu_writes += turn_has_stored(t);
    thread_ended(t);
    begin(next, stack);
    enter(next);
    return true;
}

static void thread_main(void)
{
    struct launch *launch = emu_current->block->launch;
    _Alignas(64) char parameters[launch->closure_size];
    struct thread *t;
    do {
        memcpy(parameters, launch->closure, launch->closure_size);
        launch->body(parameters);
        t = emu_current;
        if (t->doubt.offset)
            check_settle_doubt(t);
        t->state = THREAD_DONE;
    } while (continue_as_next(t));
    fiber_switch(&t->sp, t->block->scheduler_sp);
    __builtin_unreachable();
}

// Returns the thread that stopped: t, or a later lane that continued on its fiber.
static struct thread *run_thread(struct block *b, struct thread *t)
{
    if (t->state == THREAD_NEW) {
        begin(t, stack_take());
        t->sp = fiber_prepare(t->stack, thread_main);
    }
    enter(t);
    const int stores = t->quick.left[TURN_STORES];
    fiber_switch(&b->scheduler_sp, t->sp);
    struct thread *last = emu_current;
    // One that lost its turn in the middle of a store has not made it yet; other threads have.
    if (UNLIKELY(last->doubt.offset) && last->doubt.kind == STORE && last->state != THREAD_READY)
        check_settle_doubt(last);
    leave();
    emu_writes += last == t ? t->quick.left[TURN_STORES] != stores : turn_has_stored(last);
    if (last->state == THREAD_DONE) {
        stack_give(last->stack);
        thread_ended(last);
    }
    return last;
}

static bool is_paused(const struct block *b)
{
    return UNLIKELY(atomic_load_explicit(&b->launch->pause, memory_order_relaxed)) &&
           !b->launch->counted; // the notes of a warp are merged first
}

static bool run_lanes(struct block *b, unsigned warp)
{
    unsigned first = warp * WARP, end = first + WARP;
    if (end > b->launch->threads_per_block)
        end = b->launch->threads_per_block;
    bool again = true, counted = b->launch->counted;
    if (counted)
        count_begin_warp(b, warp);
    while (again && !is_paused(b)) {
        again = false;
        for (unsigned i = first; i < end; i++) {
            struct thread *t = &b->threads[i];
            if (t->state > THREAD_READY || t->yielded)
                continue;
            if (counted && t->trace_at == t->trace_end)
                continue; // its notes must be merged first
            i = run_thread(b, t)->id;
            again = true;
            if (is_stopped(b))
                return false;
        }
        if (!again && counted)
            again = count_merge(b, warp);
        if (!again)
            again = warp_resolve_idle(b, warp);
    }
    return true;
}

// Runs the lanes of a warp until none can continue. Returns false if the launch was stopped.
static bool run_warp(struct block *b, unsigned warp)
{
    if (LIKELY(!is_traced(b)) || warp > 0)
        return run_lanes(b, warp);
    turns_count_begin(b->trace);
    const bool goes_on = run_lanes(b, warp);
    turns_count_end();
    return goes_on;
}

static enum block_outcome run_block(struct block *b)
{
    unsigned warps = (b->launch->threads_per_block + WARP - 1) / WARP;
    blockIdx = b->index;
    blockDim = b->launch->block;
    gridDim = b->launch->grid;
    while (b->living > 0) {
        long long events = b->events;
        for (unsigned w = 0; w < warps; w++)
            if (!run_warp(b, w))
                return BLOCK_STOPPED;
        bool yielded = false;
        for (unsigned i = 0; i < b->launch->threads_per_block; i++) {
            yielded |= b->threads[i].yielded;
            b->threads[i].yielded = false;
        }
        const bool paused = is_paused(b);
        if (b->living > 0 && (paused || b->events == events)) {
            if (yielded) // waits for another block, or for a thread of this one that polls
                trace_unknown(b, "its threads wait in loops for memory to change");
            if (yielded || paused)
                return BLOCK_STUCK;
            if (b->cluster)
                return BLOCK_WAITS; // for another block of the cluster, or for ever
            block_report_deadlock(b);
            return BLOCK_STOPPED;
        }
    }
    if (b->bulk)
        bulk_block_done(b);
    if (b->mbarriers)
        mbarriers_block_done(b);
    if (b->cluster && b->checked)
        cluster_block_done(b);
    return BLOCK_DONE;
}

static long long events_of(const struct cluster *c)
{
    long long events = 0;
    for (unsigned i = 0; i < c->size; i++)
        events += c->blocks[i]->events;
    return events;
}

// The blocks of a cluster take turns until all have ended or none can continue.
static enum block_outcome run_cluster(struct cluster *c)
{
    for (;;) {
        const long long events = events_of(c);
        bool living = false, stuck = false;
        for (unsigned i = 0; i < c->size; i++) {
            struct block *b = c->blocks[i];
            if (b->living == 0)
                continue;
            const enum block_outcome outcome = run_block(b);
            if (outcome == BLOCK_STOPPED)
                return BLOCK_STOPPED;
            living |= outcome != BLOCK_DONE;
            stuck |= outcome == BLOCK_STUCK;
        }
        if (!living)
            return BLOCK_DONE;
        if (is_paused(c->blocks[0]))
            return BLOCK_STUCK;
        if (events_of(c) != events) {
            c->idle_rounds = 0;
        } else if (!cluster_poll_again(c)) {
            if (stuck)
                return BLOCK_STUCK;
            block_report_deadlock(c->blocks[0]);
            return BLOCK_STOPPED;
        }
    }
}

enum block_outcome block_run(struct block *b)
{
    if (!b->cluster) {
        const enum block_outcome outcome = run_block(b);
        if (outcome != BLOCK_WAITS)
            return outcome;
    }
    return run_cluster(b->cluster);
}

// ---- Intrinsics ---------------------------------------------------------------------------------

int emu_in_kernel(void) { return emu_current != NULL; }

// The clock advances by one cycle for each access and by some cycles for each read of the clock. A
// thread that only reads the clock waits for a certain time, so each further read takes longer: a
// wait of a second ends after a few hundred reads.
long long emu_clock(void)
{
    enum { LOOK = 64 };
    struct thread *t = emu_current;
    if (!t)
        return 0;
    t->steps++;
    t->block->launch->has_other_effects = true;
    const long long steps = turn_steps(t);
    t->clock_waited = steps == t->clock_steps + 1 ? t->clock_waited : 0;
    const long long passed = LOOK + t->clock_waited / 16;
    t->clock_waited += passed;
    t->block->clock += passed;
    t->clock_steps = steps;
    emu_writes++; // time passes: a block that waits for it is not stuck
    emu_idle_writes++;
    thread_spend(t, POLL, CALLER());
    return t->block->clock + steps;
}

void emu_nanosleep(unsigned ns)
{
    enum { CYCLES = 2 /* in a nanosecond, roughly */, NAPS = 10000 };
    struct thread *t = emu_current;
    if (!t)
        return;
    t->block->clock += (long long)ns * CYCLES;
    if (t->naps++ < NAPS) { // not a deadlock yet: the kernel may sleep many times
        emu_writes++;
        emu_idle_writes++;
    }
    t->last_pc = CALLER();
    thread_yield();
}

// PTX's exit: ends the thread in any function, without running destructors.
void emu_exit(void)
{
    struct thread *t = emu_current;
    if (t->doubt.offset)
        check_settle_doubt(t);
    thread_wait(THREAD_DONE);
    __builtin_unreachable();
}

void emu_trap(void)
{
    report_and_stop(cudaErrorLaunchFailure, KIND_TRAP, CALLER(), NULL, NULL,
                    "the kernel called __trap()");
}
