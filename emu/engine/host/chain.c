// SPDX-License-Identifier: MIT
//
// chain.c: the report of a deadlock: which kernels and streams wait, and for what.
#include "launch.h"
#include "stream_parts.h"
#include "../check/check.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"

#include <stdarg.h>
#include <stdio.h>

enum { CHAIN = 3000, LINE = 400 };

// ---- The thread that waits ----------------------------------------------------------------------

struct waiter {
    struct thread *thread; // the first one of the first block, or NULL
    struct block *any;     // a block that waits
};

static bool comes_first(const struct thread *t, const struct thread *than)
{
    return !than || t->block->number < than->block->number ||
           (t->block == than->block && t->id < than->id);
}

static void find_in_block(struct block *b, struct waiter *w)
{
    for (unsigned i = 0; i < b->launch->threads_per_block; i++) {
        struct thread *t = &b->threads[i];
        if (t->state == THREAD_READY && t->polls && comes_first(t, w->thread))
            w->thread = t;
    }
}

static void find_waiter(struct block *list, void *to)
{
    struct waiter *w = to;
    for (struct block *b = list; b; b = b->next) {
        if (!w->any || b->number < w->any->number)
            w->any = b;
        find_in_block(b, w);
        for (unsigned i = 0; b->cluster && i < b->cluster->size; i++)
            find_in_block(b->cluster->blocks[i], w);
    }
}

static struct waiter waiter_of(const struct launch *launch)
{
    struct waiter w = {0};
    team_for_each(launch, find_waiter, &w);
    return w;
}

// ---- Texts --------------------------------------------------------------------------------------

struct text {
    size_t used;
    char text[CHAIN];
};

static void __attribute__((format(printf, 2, 3))) add(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (t->used < sizeof t->text)
        t->used += (size_t)vsnprintf(t->text + t->used, sizeof t->text - t->used, format, args);
    va_end(args);
}

static const char new_line[] = "\n          ";

// Which call or kernel wrote the polled element last?
static void add_writer(struct text *t, const void *polls)
{
    const uintptr_t offset = arena_offset(polls);
    char line[LINE];
    if (!check_is_on() || offset >= MANAGED_END)
        return;
    const struct access_record write = CELL(offset)->write;
    const struct past *past = write.stamp ? past_of(write.stamp) : NULL;
    if (!write.stamp) {
        add(t, ", which no kernel has written");
        return;
    }
    add(t, ", last written at %s", source_location(place_pc(write.pc), line, sizeof line));
    if (past)
        add(t, " by %s on GPU %d", past->kernel, past->device);
}

static void add_element(struct text *t, const void *polls)
{
    char text[LINE];
    add(t, "%s", describe_address((uintptr_t)polls, 4, text, sizeof text));
    add_writer(t, polls);
}

static uint64_t blocks_left(const struct launch *launch)
{
    const uint64_t begun = launch->next_block * launch->cluster_blocks;
    return begun < launch->blocks ? launch->blocks - begun : 0;
}

static void add_launch(struct text *text, const struct launch *launch)
{
    const struct waiter w = waiter_of(launch);
    const struct thread *t = w.thread;
    char line[LINE];
    add(text, "%s on GPU %d, launched at %s", launch->kernel, launch->device,
        source_line(launch->pc, line, sizeof line));
    if (!t)
        return;
    add(text, "%s  block (%u,%u,%u), thread (%u,%u,%u) polls at %s%s  ", new_line,
        t->block->index.x, t->block->index.y, t->block->index.z, t->index.x, t->index.y, t->index.z,
        source_location(t->last_pc, line, sizeof line), new_line);
    add_element(text, t->polls);
    if (blocks_left(launch) > 0)
        add(text, "%s  %llu of its %llu blocks have not started: no more fit on the GPU", new_line,
            (unsigned long long)blocks_left(launch), (unsigned long long)launch->blocks);
}

static void add_call(struct text *text, const struct work *w, bool in_default_stream)
{
    char line[LINE];
    add(text, "%s at %s", w->call.what, source_line(w->call.pc, line, sizeof line));
    if (w->call.waits_for) {
        add(text, " waits for%s  ", new_line);
        add_element(text, w->call.waits_for);
    } else if (w->call.reason) {
        add(text, " %s", w->call.reason);
    } else if (!w->call.is_ready) {
        add(text, in_default_stream
                      ? " waits in the default stream for all other streams of its GPU"
                      : " waits for the default stream of its GPU");
    }
}

// The next call in the stream. One call may have added several works.
static const struct work *next_call(const struct work *w)
{
    const struct work *next = w->next;
    while (next && next->call.pc == w->call.pc)
        next = next->next;
    return next;
}

// What comes after the first work of a stream.
static void add_behind(struct text *text, const struct work *first)
{
    const struct work *next = next_call(first);
    char line[LINE];
    int more = 0;
    if (!next)
        return;
    for (const struct work *w = next_call(next); w; w = next_call(w))
        more++;
    add(text, "%s  after it in its stream: %s at %s", new_line, next->call.what,
        source_line(next->call.pc, line, sizeof line));
    if (more > 0)
        add(text, ", and %d more", more);
}

// ---- The report ---------------------------------------------------------------------------------

// A call that would write the polled element and is queued after the kernel that polls it.
static const struct work *writer_behind(const struct CUstream_st *busy, const void *polls)
{
    for (const struct CUstream_st *s = busy; polls && s; s = s->next_busy)
        for (const struct work *w = s->first; w; w = w->next)
            if (w->call.writes && (uintptr_t)polls - (uintptr_t)w->call.writes < w->call.bytes)
                return w;
    return NULL;
}

static int launches_that_wait(const struct CUstream_st *busy)
{
    int count = 0;
    for (const struct CUstream_st *s = busy; s; s = s->next_busy)
        for (const struct work *w = s->first; w && w->launch; w = w->next)
            count++;
    return count;
}

// The streams in the order of their GPUs, and of the program's calls for each GPU. (Host threads
// call in any order.)
static bool is_earlier(const struct CUstream_st *a, const struct CUstream_st *b)
{
    return a->device < b->device || (a->device == b->device && a->first->number < b->first->number);
}

static const struct CUstream_st *after(const struct CUstream_st *busy,
                                       const struct CUstream_st *previous)
{
    const struct CUstream_st *found = NULL;
    for (const struct CUstream_st *s = busy; s; s = s->next_busy)
        if ((!previous || is_earlier(previous, s)) && (!found || is_earlier(s, found)))
            found = s;
    return found;
}

static void write_chain(struct text *text, const struct CUstream_st *busy)
{
    const struct CUstream_st *const first = after(busy, NULL);
    for (const struct CUstream_st *s = first; s; s = after(busy, s)) {
        if (s != first)
            add(text, "%s", new_line);
        const struct work *w = s->first;
        if (w->launch)
            add_launch(text, w->launch);
        else
            add_call(text, w, !s->made_at);
        for (; w->launch && w->next && w->next->launch; w = w->next) { // of the same graph
            add(text, "%s", new_line);
            add_launch(text, w->next->launch);
        }
        add_behind(text, w);
    }
}

static bool any_does_not_fit(const struct CUstream_st *busy)
{
    bool any = false;
    for (const struct CUstream_st *s = busy; s; s = s->next_busy)
        any |= s->first->launch && blocks_left(s->first->launch) > 0;
    return any;
}

// Is there a call that waits behind the kernel: in its stream, in the default stream or in the
// program?
static bool any_behind(const struct CUstream_st *busy, const struct awaiting_call *call)
{
    bool any = call->what != NULL;
    for (const struct CUstream_st *s = busy; s; s = s->next_busy)
        for (const struct work *w = s->first; w && !any; w = w->next)
            any = !w->launch;
    return any;
}

static const char *cure_for(const struct CUstream_st *busy, int launches, bool behind,
                            const struct work *writer)
{
    if (writer)
        return "start what sets the flag in another stream, or before the kernel that waits for it";
    if (any_does_not_fit(busy))
        return "launch no more blocks than fit on the GPU together "
               "(cudaOccupancyMaxActiveBlocksPerMultiprocessor), or let no block wait for one that "
               "has not started";
    if (launches > 1)
        return "let each kernel set the flag that the other one waits for before it waits itself; "
               "is each flag the right element, on the right GPU?";
    if (behind)
        return "if a call after the launch sets the flag, make it before the launch, or in a "
               "stream "
               "of its own (cudaStreamNonBlocking)";
    return "does anything set the flag: the right element, on the right GPU, with the value that "
           "is waited for?";
}

static void report_block(struct block *list, void *reported)
{
    if (!*(bool *)reported)
        block_report_deadlock(list);
    *(bool *)reported = true;
}

// The host may write it. (Managed and pinned memory has its own part of the arena.)
static bool is_shared_with_host(const void *p)
{
    const uintptr_t offset = arena_offset(p);
    return (offset >= GLOBAL_END && offset < MANAGED_END) || host_is_registered((uintptr_t)p, 1);
}

// Blocks of one kernel that wait for each other, at barriers or by flags.
static bool is_of_one_kernel(const struct CUstream_st *busy, const struct waiter *w, int launches)
{
    return !w->thread || (launches == 1 && gpu_count() == 1 && !busy->next_busy &&
                          !busy->first->next && !is_shared_with_host(w->thread->polls));
}

void chain_report(const struct CUstream_st *busy, const struct awaiting_call *call)
{
    static struct text text; // under the engine's lock
    const int launches = launches_that_wait(busy);
    const struct launch *first = NULL;
    for (const struct CUstream_st *s = after(busy, NULL); s && !first; s = after(busy, s))
        first = s->first->launch;
    struct waiter w = first ? waiter_of(first) : (struct waiter){0};
    if (first && is_of_one_kernel(busy, &w, launches)) {
        bool reported = false;
        team_for_each(first, report_block, &reported);
        return;
    }
    text.used = 0;
    write_chain(&text, busy);
    if (call->what)
        add(&text, "%sthe host waits in %s at %s, and has not made its later calls", new_line,
            call->what, source_line(call->pc, (char[LINE]){0}, LINE));
    const struct work *writer = w.thread ? writer_behind(busy, w.thread->polls) : NULL;
    const bool behind = launches == 1 && any_behind(busy, call);
    const struct diagnosis deadlock = {.kind = KIND_DEADLOCK,
                                       .pc = w.thread ? w.thread->last_pc : busy->first->call.pc,
                                       .detail_label = "waits",
                                       .detail = text.text,
                                       .cure = cure_for(busy, launches, behind, writer)};
    emu_current = w.thread;
    if (launches == 0)
        report_diagnosis(&deadlock, "deadlock: a stream waits, and nothing that is left can set "
                                    "the flag");
    else if (writer)
        report_diagnosis(&deadlock,
                         "deadlock: a kernel waits for a flag, and %s that sets it comes "
                         "after the kernel in its stream",
                         writer->call.what);
    else if (behind)
        report_diagnosis(&deadlock, "deadlock: a kernel waits for a flag, and the work after it "
                                    "waits for the kernel");
    else if (launches == 1)
        report_diagnosis(&deadlock, "deadlock: a kernel waits, and nothing that is left can set "
                                    "the flag");
    else
        report_diagnosis(&deadlock, "deadlock: %d kernels wait, and none of them can continue",
                         launches);
    emu_current = NULL;
}
