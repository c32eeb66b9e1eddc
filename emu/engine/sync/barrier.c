// SPDX-License-Identifier: MIT
//
// barrier.c: barriers of a block, and of a whole grid.
#include "sync.h"
#include "../check/check.h"
#include "../count/count.h"
#include "../fiber/fiber.h"
#include "../program/program.h"
#include "../report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void barriers_start(struct block *b)
{
    for (int i = 0; i < MAX_BARRIERS; i++) {
        free(b->barriers[i].came);
        free(b->barriers[i].vector_clock);
    }
    memset(b->barriers, 0, sizeof b->barriers);
    if (UNLIKELY(b->tiles != NULL))
        tiles_end(b);
}

// ---- Divergent barriers -------------------------------------------------------------------------

static void report_different_barriers(const struct thread *a, const struct thread *b)
{
    char first[400], second[400];
    source_line(a->barrier_pc, first, sizeof first);
    source_line(b->barrier_pc, second, sizeof second);
    if (strcmp(first, second) == 0)
        return; // one barrier in the source, which the compiler has duplicated
    source_location(a->barrier_pc, first, sizeof first);
    struct thread *before = emu_current;
    char other[500];
    emu_current = (struct thread *)(uintptr_t)b;
    snprintf(other, sizeof other, "thread (%u,%u,%u) waits at %s", a->index.x, a->index.y,
             a->index.z, first);
    report(KIND_BARRIER, b->barrier_pc, other,
           "move the barrier out of the branch, so that all threads of the "
           "block reach the same one",
           "divergent barrier: threads of one block wait at different __syncthreads()");
    emu_current = before;
}

static void report_gone_before_barrier(struct block *b, const struct thread *waiting)
{
    struct thread *before = emu_current;
    char other[200] = "";
    for (unsigned i = 0; i < b->launch->threads_per_block && !other[0]; i++) {
        const struct thread *t = &b->threads[i];
        if (t->state == THREAD_DONE)
            snprintf(other, sizeof other, "thread (%u,%u,%u) has returned, %u in all", t->index.x,
                     t->index.y, t->index.z, b->launch->threads_per_block - (unsigned)b->living);
    }
    emu_current = (struct thread *)(uintptr_t)waiting;
    report(KIND_BARRIER, waiting->barrier_pc, other,
           "let no thread return before the last barrier: guard the loads and stores instead",
           "divergent barrier: __syncthreads() is not reached by threads that have returned");
    emu_current = before;
}

// ---- Completion ---------------------------------------------------------------------------------

// All threads of the barrier have arrived. Orders their warps, and checks that they reached the
// same barrier in the source.
static void check_barrier_passed(struct block *b, struct barrier *barrier, int id)
{
    const bool was_reported = id == 0 && operation_left_out(b);
    unsigned warps = 0;
    const struct thread *first = NULL;
    for (unsigned i = 0; i < b->launch->threads_per_block; i++) {
        const struct thread *t = &b->threads[i];
        if (t->state != THREAD_AT_BARRIER || t->barrier != id)
            continue;
        warps |= 1u << (i / WARP);
        if (!first)
            first = t;
        else if (id == 0 && t->barrier_pc != first->barrier_pc && !was_reported)
            report_different_barriers(first, t);
    }
    check_settle_early_reads(b);
    if (first && !was_reported && id == 0 && b->living < (int)b->launch->threads_per_block)
        report_gone_before_barrier(b, first);
    order_barrier(b, warps);
    uint16_t *vector_clock = barrier->vector_clock;
    if (LIKELY(!vector_clock))
        return;
    for (unsigned i = 0; i < b->launch->threads_per_block; i++) {
        struct thread *t = &b->threads[i];
        if (t->state == THREAD_AT_BARRIER && t->barrier == id)
            vector_clock_acquire(t, vector_clock);
    }
    free(vector_clock);
    barrier->vector_clock = NULL;
}

static void release(struct block *b, struct barrier *barrier, int id)
{
    barrier->result_count = barrier->count;
    barrier->result_all = barrier->all;
    barrier->result_any = barrier->any;
    barrier->arrived = barrier->expected = barrier->count = barrier->any = 0;
    if (UNLIKELY(barrier->came != NULL))
        memset(barrier->came, 0, MAX_WARPS * sizeof *barrier->came);
    if (b->checked)
        check_barrier_passed(b, barrier, id);
    for (unsigned i = 0; i < b->launch->threads_per_block; i++) {
        struct thread *t = &b->threads[i];
        if (t->state == THREAD_AT_BARRIER && t->barrier == id)
            t->state = THREAD_READY;
    }
    b->events++;
    barrier_note_passed();
}

// A barrier waits only for living threads, as on hardware.
void barrier_thread_ended(struct block *b)
{
    struct barrier *all = &b->barriers[0];
    if (all->arrived > 0 && all->expected == 0 && all->arrived == b->living)
        release(b, all, 0);
}

// ---- Arrivals -----------------------------------------------------------------------------------

// Reports threads that disagree about the number of threads, and a thread that arrives twice in one
// phase.
static void check_arrival(struct block *b, struct barrier *barrier, int id, int expected,
                          const char *pc)
{
    const struct thread *t = emu_current;
    char line[400], text[500];
    const int all = (int)b->launch->threads_per_block;
    const int mine = expected ? expected : all,
              theirs = barrier->expected ? barrier->expected : all;
    if (barrier->arrived > 0 && mine != theirs) {
        snprintf(text, sizeof text, "barrier %d\n  other   %d threads came to it at %s", id,
                 barrier->arrived, source_location(barrier->pc, line, sizeof line));
        report_and_stop(cudaErrorLaunchFailure, KIND_BARRIER, pc, text,
                        "let all threads that meet at a barrier pass the same number of threads, "
                        "and give each separate group of warps its own barrier number",
                        "barrier %d for %d threads, while other threads wait there for %d", id,
                        mine, theirs);
    }
    if (!expected)
        return;
    if (!barrier->came)
        barrier->came = calloc(MAX_WARPS, sizeof *barrier->came);
    if (!barrier->came)
        fatal("no memory to follow barriers");
    uint32_t *came = &barrier->came[t->id / WARP];
    if (*came >> t->id % WARP & 1) {
        snprintf(text, sizeof text, "barrier %d: %d of %d threads have come", id, barrier->arrived,
                 expected);
        report_and_stop(cudaErrorLaunchFailure, KIND_BARRIER, pc, text,
                        "the barrier is not free yet: wait until the late threads have passed it "
                        "(a second barrier in the other direction), or use another number",
                        "barrier %d reused: a thread arrives again before all others have arrived",
                        id);
    }
    *came |= 1u << t->id % WARP;
}

static void arrive(struct barrier *barrier, int id, int expected, int predicate, const char *pc)
{
    struct block *b = emu_current->block;
    if (UNLIKELY(expected || barrier->expected))
        check_arrival(b, barrier, id, expected, pc);
    if (barrier->arrived == 0) {
        barrier->all = 1;
        barrier->pc = pc;
    }
    barrier->expected = expected;
    barrier->arrived++;
    barrier->count += predicate != 0;
    barrier->all &= predicate != 0;
    barrier->any |= predicate != 0;
}

static void wait_at(struct barrier *barrier, int id, int expected, int predicate, const char *pc)
{
    struct thread *t = emu_current;
    watchdog_look(t, pc);
    if (is_recorded(t->block)) // recorded first: a thread whose notes are full is suspended inside
        trace_note(t, NOTE_BARRIER, 0, pc);
    arrive(barrier, id, expected, predicate, pc);
    t->barrier = id;
    t->barrier_pc = pc;
    if (t->block->launch->counted && t->id % WARP == 0)
        count_barrier(); // once for each warp
    t->state = THREAD_AT_BARRIER;
    if (barrier->arrived == (expected ? expected : t->block->living))
        release(t->block, barrier, id);
    else
        thread_wait(THREAD_AT_BARRIER);
    trace_barrier(t, id, expected, pc); // after the wait: lanes that arrive late pass together with
                                        // the others
}

static struct barrier *sync(int id, int expected, int predicate, const char *pc)
{
    struct barrier *barrier = &emu_current->block->barriers[id];
    wait_at(barrier, id, expected, predicate, pc);
    return barrier;
}

void barrier_meet(struct barrier *barrier, int id, int expected, const char *pc)
{
    wait_at(barrier, id, expected, 0, pc);
}

void emu_syncthreads(void) { sync(0, 0, 0, CALLER()); }
int emu_syncthreads_count(int p) { return sync(0, 0, p, CALLER())->result_count; }
int emu_syncthreads_and(int p) { return sync(0, 0, p, CALLER())->result_all; }
int emu_syncthreads_or(int p) { return sync(0, 0, p, CALLER())->result_any; }

static void check_barrier(int id, int threads, const char *pc)
{
    if (id < 0 || id >= MAX_BARRIERS || threads < 0 || threads % WARP != 0)
        report_and_stop(cudaErrorLaunchFailure, KIND_BARRIER, pc, NULL,
                        "use an id from 0 to 15 and a thread count that is a multiple of 32",
                        "barrier %d for %d threads does not exist", id, threads);
}

void emu_barrier_sync(int id, int threads)
{
    check_barrier(id, threads, CALLER());
    sync(id, threads, 0, CALLER());
}

// A release: what the thread has done happens before what the waiting threads do next. The warp
// arrives as one, so no lane starts the next round alone.
void emu_barrier_arrive(int id, int threads)
{
    const char *pc = CALLER();
    struct thread *t = emu_current;
    check_barrier(id, threads, pc);
    watchdog_look(t, pc);
    struct barrier *barrier = &t->block->barriers[id];
    arrive(barrier, id, threads, 0, pc);
    if (t->checked) {
        struct cluster *c = cluster_of(t->block);
        if (!barrier->vector_clock)
            barrier->vector_clock = vector_clock_new(c);
        vector_clock_publish(t, barrier->vector_clock);
    }
    if (t->block->launch->counted && t->id % WARP == 0)
        count_barrier();
    if (barrier->arrived == (threads ? threads : t->block->living))
        release(t->block, barrier, id);
    warp_join(&(struct collective){
        .op = OP_VOTE, .kind = EMU_VOTE_ANY, .mask = ~0u, .predicate = 1, .pc = pc});
}

// A barrier of all blocks of a cooperative launch; the last thread of the last block completes it.
void emu_grid_sync(void)
{
    const char *pc = CALLER();
    struct thread *t = emu_current;
    struct block *b = t->block;
    struct launch *launch = b->launch;
    if (!launch->cooperative)
        report_and_stop(cudaErrorLaunchFailure, KIND_BARRIER, pc, NULL,
                        "launch the kernel with cudaLaunchCooperativeKernel",
                        "grid.sync() in a kernel that was not launched cooperatively");
    trace_unknown(b, "its blocks meet at barriers of the grid");
    sync(0, 0, 0, pc);
    if (t->id == 0) {
        int generation = b->grid_generation++;
        if (atomic_fetch_add(&launch->grid_arrived, 1) + 1 == (int)launch->blocks) {
            order_new_stamp(launch);
            atomic_store(&launch->grid_arrived, 0);
            atomic_fetch_add(&launch->grid_generation, 1);
            barrier_note_passed();
        }
        while (atomic_load(&launch->grid_generation) <= generation)
            thread_yield();
    }
    sync(0, 0, 0, pc);
}
