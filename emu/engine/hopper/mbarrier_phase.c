// SPDX-License-Identifier: MIT
//
// mbarrier_phase.c: the phases of barriers in shared memory: arrivals, bytes, waits.
//
// A waiting thread sleeps until the phase is complete. Loads of the copy engine complete as late as
// allowed: when all arrivals of a phase have been made, a thread waits for its end, and only the
// loads' bytes are missing.
#include "bulk.h"
#include "mbarrier.h"
#include "../check/check.h"
#include "../count/count.h"
#include "../fiber/fiber.h"
#include "../program/program.h"
#include "../report/report.h"
#include "../sync/sync.h"
#include "../tensor/tensor.h"

#include <stdio.h>
#include <string.h>

#include "emu/device/async.h"
#include "emu/device/cluster.h"

// ---- Phases -------------------------------------------------------------------------------------

// What the threads have done that arrived, or completed bytes, is known to those that wait.
static void publish(struct mbarrier *m)
{
    if (m->completed && m->arriving)
        memcpy(m->completed, m->arriving, m->block->cluster->width * sizeof *m->completed);
}

static void begin_phase(struct mbarrier *m)
{
    struct block *b = m->block;
    m->phase++;
    m->pending = m->arrivals;
    m->expected = 0;
    record_mbarrier(b, m->ended.thread, RECORD_PHASE, m->at, 0, m->phase, place_pc(m->ended.pc));
    b->events++;
    emu_writes++;
    for (unsigned i = 0; i < b->launch->threads_per_block; i++)
        if (b->threads[i].state == THREAD_AT_MBARRIER && b->threads[i].mbarrier == m)
            b->threads[i].state = THREAD_READY;
}

static void end_phase(struct mbarrier *m)
{
    publish(m);
    m->had_surplus = false;
    begin_phase(m);
}

void mbarrier_complete(struct mbarrier *m, const struct flight *f)
{
    const struct access_record landed = order_event(f->thread, f->box.pc);
    m->bytes -= box_bytes(&f->box.map);
    if (m->arriving) {
        vector_clock_join(m->block->cluster, m->arriving, f->vector_clock);
        vector_clock_publish_engine(f->thread, m->arriving);
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

// The surplus counts in the next phase, as if it had come later. It is unknown which stores it
// belongs to, so the waiting threads learn nothing.
static void end_with_surplus(struct mbarrier *m)
{
    const int64_t surplus = -m->bytes;
    mbarrier_bytes_too_many(m);
    m->had_surplus = true;
    begin_phase(m);
    m->bytes = -surplus;
}

static void land_all_of_phase(struct mbarrier *m)
{
    const uint32_t phase = m->phase;
    const int64_t coming = bytes_on_their_way(m);
    if (m->pending > 0 || coming < m->bytes)
        return;
    if (m->bytes < 0 && coming == 0 && m->bringing) {
        end_with_surplus(m);
        return;
    }
    if (coming > m->bytes) {
        mbarrier_bytes_differ(m, coming, NULL);
        m->bytes = coming; // assume this was expected: the rest of the program may be right
    }
    while (m->first && m->phase == phase)
        land_first(m);
}

void mbarrier_try_to_end(struct mbarrier *m)
{
    if (m->pending == 0 && is_waited_for(m))
        land_all_of_phase(m);
}

// An arrival must count in a phase that its thread has observed to have begun.
static void check_phase_observed(struct thread *t, struct mbarrier *m, const char *pc)
{
    static const char unknown[] = "arrival at an mbarrier by a thread that cannot know that phase "
                                  "%u is over: it may count in that one";
    const bool over = m->pending > 0;
    if (!t->checked || m->had_surplus || (over && (m->phase == 0 || order_before(&m->ended, t))) ||
        report_is_old(pc, unknown))
        return;
    char name[200], what[60], state[100];
    snprintf(what, sizeof what, "phase %u ended by %s", m->phase - 1,
             m->expect_pc ? "the load" : "the arrival");
    snprintf(state, sizeof state, "phase %u: all arrivals made, %lld bytes to come", m->phase,
             (long long)m->bytes);
    const struct other_access end = {.what = what, .pc = place_pc(m->ended.pc)};
    const struct diagnosis early = {
        .kind = KIND_MBARRIER,
        .pc = pc,
        .address = mbarrier_name(m, name, sizeof name),
        .other = over ? &end : NULL,
        .detail_label = "barrier",
        .detail = over ? NULL : state,
        .cure = "let the thread wait first for what says that the phase is over: for this barrier, "
                "or for the one at which those arrive that have waited for it (full and empty); "
                "and let mbarrier.init count all that arrive, in other blocks of the cluster, too",
    };
    report_diagnosis(&early, unknown, over ? m->phase - 1 : m->phase);
}

static void arrive(struct thread *t, struct mbarrier *m, uint32_t arrivals, const char *pc)
{
    char name[200];
    if (t->block->launch->counted)
        count_arrival();
    check_phase_observed(t, m, pc);
    if (m->pending == 0) { // the loads that are still missing may complete now
        const uint32_t phase = m->phase;
        land_all_of_phase(m);
        if (m->phase == phase) {
            report_and_stop(cudaErrorLaunchFailure, KIND_MBARRIER, pc,
                            mbarrier_name(m, name, sizeof name),
                            "let as many threads arrive in a phase as mbarrier.init said, and "
                            "none for the next phase before this one is over",
                            "arrival at an mbarrier whose phase %u has all its %u arrivals and "
                            "waits for bytes",
                            m->phase, m->arrivals);
        }
    }
    if (arrivals == 0 || arrivals > m->pending)
        report_and_stop(cudaErrorLaunchFailure, KIND_MBARRIER, pc,
                        mbarrier_name(m, name, sizeof name),
                        "count at least 1, and no more than mbarrier.init said in one phase",
                        "%u arrivals at once at an mbarrier whose phase %u waits for %u", arrivals,
                        m->phase, m->pending);
    const struct access_record mine = order_event(t, pc);
    if (m->arriving)
        vector_clock_publish(t, m->arriving);
    t->steps++;
    record_mbarrier(m->block, t->id, RECORD_ARRIVE, m->at, 0, m->phase, pc);
    m->pending -= arrivals;
    if (m->pending > 0)
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

// The barrier at the offset of `barrier` in the block of this rank, for an arrival of this thread.
static struct mbarrier *find_in(struct thread *t, const void *barrier, unsigned rank,
                                const char *pc)
{
    struct mbarrier *m = mbarrier_find(t, barrier, rank, "arrival at", pc);
    if (m->block == t->block)
        return m;
    if (m->block->living == 0)
        report_and_stop(cudaErrorLaunchFailure, KIND_MBARRIER, pc, NULL,
                        "call cluster.sync() at the end of the kernel: a block's shared "
                        "memory exists only until the block ends",
                        "arrival at an mbarrier of block %d of the cluster, which has ended",
                        (int)rank);
    mbarrier_check_fenced(t, m, pc);
    m->remote[t->block->rank] = order_event(t, pc);
    return m;
}

int emu_mbarrier_parity(void *barrier)
{
    struct thread *t = emu_current;
    const char *pc = CALLER();
    return t ? (int)(mbarrier_find(t, barrier, t->block->rank, "arrival at", pc)->phase & 1) : 0;
}

// The barrier at this address, in any block of the cluster.
static struct mbarrier *find(struct thread *t, const void *barrier, const char *pc)
{
    watchdog_look(t, pc);
    const struct block *b = cluster_owner(t->block->cluster, (uintptr_t)barrier);
    return b && b != t->block
               ? find_in(t, t->block->window + ((const char *)barrier - b->window), b->rank, pc)
               : find_in(t, barrier, t->block->rank, pc);
}

static void expect(struct thread *t, struct mbarrier *m, int bytes, const char *pc)
{
    if (bytes < 0 || bytes > MBARRIER_MOST)
        report_and_stop(cudaErrorLaunchFailure, KIND_MBARRIER, pc, NULL,
                        "0 to 1048575 bytes are counted", "mbarrier.arrive.expect_tx of %d bytes",
                        bytes);
    if (m->pending == 0) {
        check_phase_observed(t, m, pc);
        land_all_of_phase(m);
    }
    m->bytes += bytes;
    m->expected += bytes;
    m->expect_pc = pc;
    m->expecting = t;
}

// bytes: additional bytes to expect; NULL: only the arrival.
static uint64_t arrive_at(void *barrier, int arrivals, const int *bytes, const char *pc)
{
    struct thread *t = emu_current;
    if (!t)
        return 0;
    struct mbarrier *m = find(t, barrier, pc);
    // The state before the arrival: the phase, and above it the arrivals that are missing.
    const uint64_t state = (uint64_t)m->pending << 32 | m->phase;
    if (bytes)
        expect(t, m, *bytes, pc);
    arrive(t, m, arrivals < 0 ? 0 : (uint32_t)arrivals, pc);
    trace_arrive(t, mbarrier_traced(m), (uint32_t)arrivals, bytes ? *bytes : 0, pc);
    return state;
}

void emu_mbarrier_arrive(void *barrier) { arrive_at(barrier, 1, NULL, CALLER()); }

void emu_mbarrier_expect(void *barrier, int bytes) { arrive_at(barrier, 1, &bytes, CALLER()); }

void emu_mbarrier_arrive_at(void *barrier, int rank)
{
    struct thread *t = emu_current;
    const char *pc = CALLER();
    if (!t)
        return;
    watchdog_look(t, pc);
    const struct cluster *c = cluster_of(t->block);
    if (rank < 0 || (unsigned)rank >= c->size)
        report_and_stop(cudaErrorLaunchFailure, KIND_MBARRIER, pc, NULL,
                        "ranks go from 0 to the number of blocks less 1",
                        "arrival at an mbarrier of block %d of a cluster of %u", rank, c->size);
    struct mbarrier *m = find_in(t, barrier, (unsigned)rank, pc);
    arrive(t, m, 1, pc);
    trace_arrive(t, mbarrier_traced(m), 1, 0, pc);
}

// ---- For inline PTX -----------------------------------------------------------------------------

uint64_t emu_mbarrier_arrive_many(void *barrier, int arrivals)
{
    return arrive_at(barrier, arrivals, NULL, CALLER());
}

uint64_t emu_mbarrier_arrive_expect(void *barrier, int bytes)
{
    return arrive_at(barrier, 1, &bytes, CALLER());
}

uint64_t emu_mbarrier_arrive_drop(void *barrier, int arrivals)
{
    const char *pc = CALLER();
    if (!emu_current)
        return 0;
    struct mbarrier *m = find(emu_current, barrier, pc);
    if (arrivals > 0 && (uint32_t)arrivals <= m->pending)
        m->arrivals -= (uint32_t)arrivals;
    return arrive_at(barrier, arrivals, NULL, pc);
}

uint64_t emu_mbarrier_arrive_no_complete(void *barrier, int arrivals, int drops)
{
    const char *pc = CALLER();
    char name[200];
    if (!emu_current)
        return 0;
    struct mbarrier *m = find(emu_current, barrier, pc);
    if (arrivals > 0 && (uint32_t)arrivals == m->pending)
        report_and_stop(cudaErrorLaunchFailure, KIND_MBARRIER, pc,
                        mbarrier_name(m, name, sizeof name),
                        "let the arrival that completes the phase be one without .noComplete",
                        "mbarrier.arrive.noComplete makes the last arrival of phase %u", m->phase);
    if (drops && arrivals > 0 && (uint32_t)arrivals < m->pending)
        m->arrivals -= (uint32_t)arrivals;
    return arrive_at(barrier, arrivals, NULL, pc);
}

void emu_mbarrier_expect_tx(void *barrier, int bytes)
{
    const char *pc = CALLER();
    if (!emu_current)
        return;
    struct mbarrier *m = find(emu_current, barrier, pc);
    expect(emu_current, m, bytes, pc);
    trace_arrive(emu_current, mbarrier_traced(m), 0, bytes, pc);
}

void emu_mbarrier_complete_tx(void *barrier, int bytes)
{
    const char *pc = CALLER();
    if (!emu_current)
        return;
    struct mbarrier *m = find(emu_current, barrier, pc);
    trace_unknown(emu_current->block, "mbarrier.complete_tx is not simulated");
    m->bytes -= bytes;
    // Before the release: a thread that acquires it has observed this event, too.
    const struct access_record mine = order_event(emu_current, pc);
    m->bringing = emu_current;
    m->brought = mine;
    if (m->arriving) // publishes what happened before these bytes
        vector_clock_publish(emu_current, m->arriving);
    if (m->pending == 0 && m->bytes == 0) {
        m->ended = mine;
        end_phase(m);
    }
}

static bool is_over(struct mbarrier *m, unsigned parity) { return (m->phase & 1) != parity; }

// Was the thread's last answer about this phase that it is not over?
static bool has_been_tested(const struct thread *t, const struct mbarrier *m, unsigned parity)
{
    return t->mbarrier == m && t->parity == parity && t->seen_phase == m->phase;
}

// A GPU may answer at once that the phase is not over. The first answer is always that, so that a
// thread goes wrong that asks only once; the second one waits.
int emu_mbarrier_try_wait(void *barrier, int parity)
{
    struct thread *t = emu_current;
    const char *pc = CALLER();
    if (!t)
        return 1;
    watchdog_look(t, pc);
    struct mbarrier *m = mbarrier_find(t, barrier, t->block->rank, "wait at", pc);
    t->steps++;
    const bool waits = has_been_tested(t, m, (unsigned)parity & 1);
    t->mbarrier = m;
    t->parity = (unsigned)parity & 1;
    t->mbarrier_pc = pc;
    t->polled_again = false;
    if (!is_over(m, t->parity) && !waits) {
        t->seen_phase = m->phase;
        return 0;
    }
    if (!is_over(m, t->parity))
        land_all_of_phase(m);
    while (!is_over(m, t->parity) && !t->polled_again)
        thread_wait(THREAD_AT_MBARRIER);
    t->seen_phase = m->phase;
    if (!is_over(m, t->parity))
        return 0;
    if (m->completed)
        vector_clock_acquire(t, m->completed);
    if (m->is_sent_to)
        bulk_sent_waited(t, m, pc);
    record_mbarrier(m->block, t->id, RECORD_PASS, m->at, 0, t->parity, pc);
    trace_pass(t, mbarrier_traced(m), t->parity, pc);
    return 1;
}

void mbarrier_arrive_copies(void *barrier, bool counted, const char *pc)
{
    trace_unknown(emu_current->block, "cp.async.mbarrier.arrive is not simulated");
    if (!counted)
        find(emu_current, barrier, pc)->pending++;
    arrive_at(barrier, 1, NULL, pc);
}
