// SPDX-License-Identifier: MIT
//
// pending.c: work that waits, in order.
//
// A launch whose blocks all poll memory waits for something outside it: another launch, a copy, or
// the host. The later calls in its stream wait with it. The engine has one lock, so one launch
// runs at a time, and a launch that waits gives it back. Every thread of the program that waits for
// a stream runs whatever can run, whichever thread has begun it. If the program does not wait for
// anything, a thread of the engine runs pending work now and then.
#include "pending.h"
#include "launch.h"
#include "stream_parts.h"
#include "../check/check.h"
#include "../report/report.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct CUstream_st *busy_streams; // with pending work
static atomic_int count;
static atomic_bool ever;
static uint64_t numbers;
static atomic_int wanted;                    // threads that want the lock
static _Thread_local struct work *executing; // this thread runs it
static _Thread_local struct CUstream_st *executing_in;
static _Thread_local bool beside; // pending_beside()
static _Thread_local unsigned added;
static _Thread_local struct awaiting_call awaiting;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

bool pending_any(void) { return count > 0; }
bool pending_any_but(const struct launch *launch)
{
    for (const struct CUstream_st *s = busy_streams; s; s = s->next_busy)
        if (s->first->launch != launch || s->first->next)
            return true;
    return false;
}
bool pending_ever(void) { return ever; }
bool pending_executes(void) { return executing != NULL; }
struct CUstream_st *pending_stream(void) { return executing ? executing_in : NULL; }

void pending_lock(void)
{
    wanted++;
    pthread_mutex_lock(&engine_lock);
    wanted--;
}

void pending_unlock(void) { pthread_mutex_unlock(&engine_lock); }

// ---- The streams' lists -------------------------------------------------------------------------

static struct work *new_work(struct CUstream_st *s)
{
    struct work *w = calloc(1, sizeof *w);
    if (!w)
        fatal("no memory for the work of a stream");
    if (!s->first) {
        struct CUstream_st **end = &busy_streams;
        while (*end)
            end = &(*end)->next_busy;
        s->next_busy = NULL;
        *end = s;
    }
    count++;
    return w;
}

static void leave_busy(struct CUstream_st *s)
{
    struct CUstream_st **at = &busy_streams;
    while (*at != s)
        at = &(*at)->next_busy;
    *at = s->next_busy;
    if (s->destroyed)
        stream_free(s);
}

static void remove_work(struct CUstream_st *s, struct work *w)
{
    struct work **at = &s->first;
    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
    if (w->call.release)
        w->call.release(w->call.data);
    free(w);
    count--;
    if (!s->first)
        leave_busy(s);
    pthread_cond_broadcast(&changed);
}

// The work after which new work of the stream comes, or NULL: the last one, or the last one that
// the running work has caused. A launch that begins beside others of its graph comes directly after
// them.
static struct work *predecessor(const struct CUstream_st *s, bool is_caused, bool is_beside)
{
    struct work *w = s->first;
    if (is_caused)
        return executing->tail && !is_beside ? executing->tail : executing;
    while (w && w->next && (!is_beside || w->next->launch))
        w = w->next;
    return w;
}

static void insert(struct CUstream_st *s, struct work *w)
{
    const bool is_caused = executing && s == executing_in, is_beside = w->launch && beside;
    struct work *before = predecessor(s, is_caused, is_beside);
    struct work **at = before ? &before->next : &s->first;
    w->number = before && (is_caused || is_beside) ? before->number : ++numbers;
    w->next = *at;
    *at = w;
    if (is_caused && (!is_beside || !executing->tail))
        executing->tail = w;
    added++;
    pthread_cond_broadcast(&changed);
}

// The first work up to this number that new work of the stream would have to wait for.
static const struct work *blocker(const struct CUstream_st *s, uint64_t upto)
{
    for (const struct CUstream_st *o = busy_streams; o; o = o->next_busy)
        if ((o == s || stream_waits_for(s, o)) && o->first->number <= upto)
            return o->first;
    return NULL;
}

bool pending_beside(bool on)
{
    const bool before = beside;
    beside = on;
    return before;
}

unsigned pending_added(void) { return added; }

bool pending_blocks(cudaStream_t stream)
{
    if (beside)
        return false;
    if (UNLIKELY(executing != NULL))
        return stream_of(stream) == executing_in && (executing->launch || executing->tail);
    if (LIKELY(count == 0))
        return false;
    const struct CUstream_st *s = stream_of(stream);
    pending_lock();
    const bool blocks = blocker(s, UINT64_MAX);
    pending_unlock();
    return blocks;
}

void pending_add(cudaStream_t stream, const struct pending_call *call)
{
    struct CUstream_st *s = stream_of(stream);
    pending_lock();
    struct work *w = new_work(s);
    w->call = *call;
    stream_host_clock(&w->issued);
    insert(s, w);
    pending_unlock();
}

void pending_add_copy(cudaStream_t stream, const struct pending_call *call, size_t size)
{
    struct pending_call kept = *call;
    kept.data = malloc(size);
    if (!kept.data)
        fatal("no memory for the work of a stream");
    memcpy(kept.data, call->data, size);
    if (!kept.release)
        kept.release = free;
    pending_add(stream, &kept);
}

// ---- The engine's own thread --------------------------------------------------------------------

static bool advance(enum look look);
static atomic_bool was_advanced; // since the last tick

static void *tick(void *unused)
{
    enum { TICK_NANOSECONDS = 5000000 };
    (void)unused;
    others_are_not();
    for (;;) {
        nanosleep(&(struct timespec){.tv_nsec = TICK_NANOSECONDS}, NULL);
        if (count == 0 || atomic_exchange(&was_advanced, false) ||
            pthread_mutex_trylock(&engine_lock) != 0)
            continue;
        advance(LOOK_SHORT);
        atomic_store(&was_advanced, false);
        pthread_mutex_unlock(&engine_lock);
    }
    return NULL;
}

static void start_ticking(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, tick, NULL) == 0)
        pthread_detach(thread);
}

void pending_park(cudaStream_t stream, struct launch *launch)
{
    struct CUstream_st *s = stream_of(stream);
    if (!atomic_exchange(&ever, true))
        start_ticking();
    if (executing && !executing->launch) {
        executing->launch = launch;
        added++;
        return;
    }
    struct work *w = new_work(s);
    w->launch = launch;
    insert(s, w);
}

// ---- Running it ---------------------------------------------------------------------------------

// Runs something for work w without the lock.
static void run_for(struct CUstream_st *s, struct work *w, void (*run)(void *), void *data)
{
    const int before = gpu_current();
    w->busy = true;
    pending_unlock();
    if (!w->call.is_host) {
        executing = w;
        executing_in = s;
        w->tail = NULL;
        cudaSetDevice(s->device);
        stream_issued_at(&w->issued);
    }
    run(data);
    stream_issued_at(NULL);
    cudaSetDevice(before);
    executing = NULL;
    pending_lock();
    w->busy = false;
}

struct nested_of {
    struct nested *list;
    cudaStream_t stream;
};

static void run_nested(void *data)
{
    const struct nested_of *nested = data;
    nested_run(nested->list, nested->stream);
}

// The launch has ended: ends it, and runs the launches of its kernel.
static void end(struct CUstream_st *s, struct work *w)
{
    struct nested_of nested = {launch_end(w->launch), s};
    w->launch = NULL;
    if (nested.list)
        run_for(s, w, run_nested, &nested);
    if (!w->launch)
        remove_work(s, w);
}

static bool is_turn(const struct CUstream_st *s, const struct work *w)
{
    return !blocker(s, w->number - 1) &&
           (!w->call.is_ready || w->call.is_ready(w->call.data) || sticky_error() != cudaSuccess);
}

// Continues the launches with which a stream begins: one, or several of a graph. Returns whether
// anything has changed.
static bool step_launches(struct CUstream_st *s, enum look look, bool all)
{
    bool moved = false;
    for (struct work *w = s->first; w && w->launch && !w->busy; w = w->next) {
        if (!team_can_run(w->launch) || (w->launch->gives_way && !all))
            continue;
        w->launch->gives_way = false;
        const bool ended = launch_run_phase(w->launch, look);
        moved |= w->launch->moved || ended;
        if (ended) {
            end(s, w);
            break; // the list has changed
        }
    }
    return moved;
}

// Runs the first work of a stream, if it can run now. Returns whether anything has changed.
static bool step(struct CUstream_st *s, enum look look, bool all)
{
    struct work *w = s->first;
    if (w->busy)
        return false;
    if (w->launch)
        return step_launches(s, look, all);
    if (!is_turn(s, w))
        return false;
    run_for(s, w, w->call.run, w->call.data);
    if (!w->launch)
        remove_work(s, w);
    return true;
}

// Runs each stream's first work once. Returns whether anything has changed. all: also launches that
// give way to other ones.
static bool pass_over(enum look look, bool all)
{
    static uint64_t passes;
    const uint64_t pass = ++passes;
    bool moved = false;
    atomic_store(&was_advanced, true);
    for (struct CUstream_st *s = busy_streams; s;) {
        if (s->pass >= pass) {
            s = s->next_busy;
            continue;
        }
        s->pass = pass;
        moved |= step(s, look, all);
        s = busy_streams; // the list may have changed meanwhile
    }
    return moved;
}

static bool advance(enum look look) { return pass_over(look, false) || pass_over(look, true); }

void pending_step(void)
{
    if (LIKELY(count == 0) || executing || emu_current)
        return;
    pending_lock();
    advance(LOOK_SHORT);
    pending_unlock();
}

// ---- Deadlock -----------------------------------------------------------------------------------

static void end_launch(struct CUstream_st *s)
{
    s->first->launch->error = cudaErrorLaunchTimeout;
    team_drop(s->first->launch);
    end(s, s->first);
}

// Nothing can continue: reports it, and ends the launches that wait. The later calls in their
// streams return the error.
static void end_all(void)
{
    if (sticky_error() == cudaSuccess) { // after another mistake they wait because of that one
        chain_report(busy_streams, &awaiting);
        set_sticky_error(cudaErrorLaunchTimeout);
    }
    for (struct CUstream_st *s = busy_streams; s;) {
        const bool waits = s->first->launch && !s->first->busy;
        if (waits)
            end_launch(s);
        s = waits ? busy_streams : s->next_busy;
    }
}

static bool any_is_busy(void)
{
    for (const struct CUstream_st *s = busy_streams; s; s = s->next_busy)
        if (s->first->busy)
            return true;
    return false;
}

// A launch whose blocks are on another thread of the program, which has to run them.
static bool any_is_elsewhere(void)
{
    for (const struct CUstream_st *s = busy_streams; s; s = s->next_busy)
        if (s->first->launch && !team_can_run(s->first->launch))
            return true;
    return false;
}

// ---- The host waits -----------------------------------------------------------------------------

static void pause_for(long nanoseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += nanoseconds;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&changed, &engine_lock, &until);
}

// Lets threads that want the lock have it.
static void let_others(void)
{
    enum { TRIES = 50, NANOSECONDS = 20000 };
    const int before = wanted;
    pending_unlock();
    sched_yield();
    for (int i = 0; i < TRIES && before > 0 && wanted >= before; i++)
        nanosleep(&(struct timespec){.tv_nsec = NANOSECONDS}, NULL);
    pthread_mutex_lock(&engine_lock);
}

static void wait_until(bool (*is_done)(const void *), const void *what)
{
    enum { MOST_NANOSECONDS = 10000000, FIRST_NANOSECONDS = 200000 };
    enum look look = LOOK_SHORT;
    long nanoseconds = FIRST_NANOSECONDS;
    if (emu_current || engine_was_forked())
        return;
    pending_lock();
    others_are_not();
    struct others others = others_begin();
    while (!is_done(what)) {
        let_others();
        if (advance(look) || any_is_busy()) {
            look = LOOK_SHORT;
            others = others_begin();
            nanoseconds = any_is_busy() ? FIRST_NANOSECONDS : 0;
        } else if (others_may_act(&others, any_is_elsewhere())) {
            look = LOOK_SHORT;
            nanoseconds = nanoseconds ? 2 * nanoseconds : FIRST_NANOSECONDS;
        } else if (look != LOOK_LONG) {
            look = LOOK_LONG;
            nanoseconds = 0;
        } else {
            end_all();
        }
        if (nanoseconds > 0 && !is_done(what))
            pause_for(nanoseconds < MOST_NANOSECONDS ? nanoseconds : MOST_NANOSECONDS);
    }
    others_are(); // one that may act, again
    pending_unlock();
}

struct awaited {
    const struct CUstream_st *stream;
    int device;
    uint64_t upto;
};

static bool stream_is_done(const void *what)
{
    const struct awaited *a = what;
    return !blocker(a->stream, a->upto);
}

static bool device_is_done(const void *what)
{
    const struct awaited *a = what;
    for (const struct CUstream_st *s = busy_streams; s; s = s->next_busy)
        if ((a->device == ALL_GPUS || s->device == a->device) && s->first->number <= a->upto)
            return false;
    return true;
}

static bool record_is_done(const void *what) { return ((const struct event_record *)what)->done; }

void pending_drain(cudaStream_t stream)
{
    if (UNLIKELY(count > 0) && !executing && !beside)
        wait_until(stream_is_done, &(struct awaited){stream_of(stream), 0, numbers});
}

void pending_drain_for(cudaStream_t stream, const char *what, const char *pc)
{
    awaiting = (struct awaiting_call){what, pc};
    pending_drain(stream);
    awaiting.what = NULL;
}

void pending_drain_device(int device)
{
    if (UNLIKELY(count > 0) && !executing)
        wait_until(device_is_done, &(struct awaited){NULL, device, numbers});
}

void pending_drain_all(void) { pending_drain_device(ALL_GPUS); }

void pending_drain_record(const void *record)
{
    if (!executing)
        wait_until(record_is_done, record);
}

// The other threads of the program end with it, so none of them can act any more.
void pending_at_exit(void)
{
    enum { TRIES = 100, NANOSECONDS = 10000000 };
    if (count == 0 || engine_was_forked())
        return;
    for (int i = 0; pthread_mutex_trylock(&engine_lock) != 0; i++) {
        if (i == TRIES) // the end of the program was caused inside the engine
            return;
        nanosleep(&(struct timespec){.tv_nsec = NANOSECONDS}, NULL);
    }
    while (busy_streams && !any_is_busy())
        if (!advance(LOOK_SHORT) && !advance(LOOK_LONG))
            end_all();
    pending_unlock();
}
