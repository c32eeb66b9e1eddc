// SPDX-License-Identifier: MIT
//
// async.c: asynchronous copies from global to shared memory (the PTX instruction cp.async).
//
// A copy completes when its thread waits for it, and no sooner. Before that, shared memory keeps
// its old content, so a missing wait gives wrong results. The source is read at the same late
// moment. A GPU may read it at any time before; a program that changes it meanwhile is wrong on
// both, and is reported. A copy without a wait never completes, and no thread can read its target
// after the block has ended.
//
// Each thread has its own groups. A commit ends a group, which may be empty, and a wait says how
// many of the latest groups may remain in flight.
#include "access.h"
#include "../check/check.h"
#include "../count/count.h"
#include "../hopper/hopper.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"
#include "../sync/sync.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/device/async.h"

struct copy {
    struct copy *next;        // the thread's next one
    struct copy *same_bucket; // next one in flight with the same hash of the source
    struct thread *thread;
    const char *from, *pc;
    uintptr_t to;     // offset in the arena
    uintptr_t source; // offset for check.c; 0: not checked
    unsigned size, bytes;
    unsigned group; // groups that its thread had committed before
};

enum { BUCKETS = 1 << 12, GRANULE = 16, CHUNK = 256 };

// The copies of one block that are in flight.
struct async {
    struct copy *by_source[BUCKETS]; // a copy's source is inside one granule
    struct queue {
        struct copy *first, *last;
        unsigned commits;
    } queues[MAX_THREADS];
    struct copy *unused;
};

static struct copy **bucket_of(struct async *a, uintptr_t source)
{
    return &a->by_source[source / GRANULE % BUCKETS];
}

// ---- The copies of a block ----------------------------------------------------------------------

// The first copy of a block: check.c now takes the slow path for accesses of its threads.
static void begin(struct block *b)
{
    const unsigned threads = b->launch->threads_per_block;
    if (!b->async)
        b->async = calloc(1, sizeof *b->async);
    if (!b->async)
        fatal("no memory to follow asynchronous copies");
    memset(b->async->queues, 0, threads * sizeof b->async->queues[0]);
    for (unsigned i = 0; i < threads; i++)
        b->threads[i].alert = b->checked;
    b->copying = true;
}

static struct queue *queue_of(struct thread *t)
{
    if (UNLIKELY(!t->block->copying))
        begin(t->block);
    return &t->block->async->queues[t->id];
}

static struct copy *new_copy(struct async *a)
{
    if (!a->unused) {
        struct copy *chunk = malloc(CHUNK * sizeof *chunk);
        if (!chunk)
            fatal("no memory to follow asynchronous copies");
        for (int i = 0; i < CHUNK; i++) {
            chunk[i].next = a->unused;
            a->unused = &chunk[i];
        }
    }
    struct copy *c = a->unused;
    a->unused = c->next;
    return c;
}

static void take_first(struct async *a, struct queue *queue)
{
    struct copy *c = queue->first;
    queue->first = c->next;
    if (c->source) {
        struct copy **at = bucket_of(a, c->source);
        while (*at != c)
            at = &(*at)->same_bucket;
        *at = c->same_bucket;
    }
    c->next = a->unused;
    a->unused = c;
}

void async_end(struct block *b)
{
    for (unsigned i = 0; i < b->launch->threads_per_block; i++)
        while (b->async->queues[i].first)
            take_first(b->async, &b->async->queues[i]);
    b->copying = false;
}

static void land(struct block *b, struct queue *queue)
{
    const struct copy *c = queue->first;
    char *to = (char *)(ARENA_BASE + c->to);
    memcpy(to, c->from, c->bytes);
    memset(to + c->bytes, 0, c->size - c->bytes);
    emu_writes++;
    if (b->checked)
        check_async_landed(c->thread, c->to, c->size, c->pc);
    take_first(b->async, queue);
}

// ---- The instructions ---------------------------------------------------------------------------

void emu_async_copy(void *to, const void *from, int size, int src_bytes, int past_l1)
{
    const char *pc = CALLER();
    struct thread *t = emu_current;
    if (!t) { // host code
        memcpy(to, from, (size_t)src_bytes);
        memset((char *)to + src_bytes, 0, (size_t)(size - src_bytes));
        return;
    }
    struct copy asked = {.thread = t,
                         .from = (const char *)from,
                         .pc = pc,
                         .to = arena_offset(to),
                         .size = (unsigned)size,
                         .bytes = (unsigned)src_bytes};
    access_copy(to, from, size, src_bytes, pc);
    struct queue *queue = queue_of(t);
    asked.group = queue->commits;
    if (t->checked && src_bytes > 0) {
        const uintptr_t offset = arena_offset(from);
        asked.source = offset < SHADOWED_END ? offset : image_variable((uintptr_t)from);
    }
    if (t->checked)
        check_async_begins(t, asked.to, asked.size, asked.source, asked.bytes, pc);
    struct copy *c = new_copy(t->block->async);
    *c = asked;
    if (c->source) {
        struct copy **bucket = bucket_of(t->block->async, c->source);
        c->same_bucket = *bucket;
        *bucket = c;
    }
    if (queue->first)
        queue->last->next = c;
    else
        queue->first = c;
    queue->last = c;
    t->steps++;
    if (t->trace_at != t->trace_end)
        count_note_copy(t, to, src_bytes > 0 ? from : NULL, asked.size, asked.bytes, past_l1, pc);
    thread_spend(t, 1, pc);
}

int emu_async_exists(void) { return gpu_model()->major >= 8; }

void emu_async_commit(void)
{
    if (!emu_current)
        return;
    queue_of(emu_current)->commits++;
    trace_note(emu_current, NOTE_COMMIT, 0, CALLER());
}

void emu_async_wait(int groups)
{
    struct thread *t = emu_current;
    if (!t)
        return;
    if (groups < 0 || groups > ASYNC_MOST_GROUPS)
        report_and_stop(cudaErrorLaunchFailure, KIND_MISTAKE, CALLER(), NULL,
                        "use a number from 0 to 8, a literal: the instruction holds it",
                        "wait for asynchronous copies until at most %d groups are pending", groups);
    trace_note(t, NOTE_WAIT, (unsigned)groups, CALLER());
    struct queue *queue = queue_of(t);
    while (queue->first && queue->first->group + (unsigned)groups < queue->commits)
        land(t->block, queue);
}

void emu_async_wait_all(void)
{
    struct thread *t = emu_current;
    if (!t)
        return;
    trace_note(t, NOTE_WAIT, 0, CALLER());
    struct queue *queue = queue_of(t);
    while (queue->first)
        land(t->block, queue);
}

// ---- Diagnoses ----------------------------------------------------------------------------------

// "copy    started at file.cu:12 by thread (0,0,0), in the latest of 3 committed groups"
static void describe_copy(const struct copy *c, const char *address, char *text, size_t size)
{
    const struct thread *t = c->thread;
    const unsigned commits = t->block->async->queues[t->id].commits;
    char line[400], state[120];
    if (c->group == commits)
        snprintf(state, sizeof state, "not committed to a group");
    else if (c->group + 1 == commits)
        snprintf(state, sizeof state, "in the latest group that it committed");
    else
        snprintf(state, sizeof state, "followed by %u committed group%s", commits - 1 - c->group,
                 commits - c->group == 2 ? "" : "s");
    snprintf(text, size, "%s\n  copy    started at %s by thread (%u,%u,%u), %s", address,
             source_location(c->pc, line, sizeof line), t->index.x, t->index.y, t->index.z, state);
}

static void copy_cure(const struct copy *c, bool own, char *text, size_t size)
{
    const unsigned commits = c->thread->block->async->queues[c->thread->id].commits;
    const char *then = own ? "" : ", then put __syncthreads() before this access";
    if (c->group == commits)
        snprintf(text, size,
                 "end the group with __pipeline_commit() (cp.async.commit_group) and wait with "
                 "__pipeline_wait_prior(0) (cp.async.wait_group 0)%s",
                 then);
    else
        snprintf(text, size,
                 "let %s wait for it: __pipeline_wait_prior(%u) (cp.async.wait_group %u)%s%s",
                 own ? "this thread" : "the thread that copies", commits - 1 - c->group,
                 commits - 1 - c->group, c->group + 1 == commits ? "" : ", or a smaller number",
                 then);
}

static const struct copy *find_target(const struct block *b, unsigned thread, uintptr_t offset)
{
    const struct copy *found = NULL; // the latest one, which the reader probably wanted
    for (const struct copy *c = b->async->queues[thread].first; c; c = c->next)
        if (offset - c->to < c->size)
            found = c;
    return found;
}

static void report_target(struct thread *t, unsigned thread, uintptr_t offset, size_t size,
                          enum copy_touch touch, const char *pc)
{
    static const char read[] =
        "read of %zu bytes of shared memory before the asynchronous copy into them was waited for";
    static const char write[] =
        "write of %zu bytes of shared memory that an asynchronous copy is filling";
    static const char copy[] = "asynchronous copy into %zu bytes of shared memory that another "
                               "asynchronous copy is filling";
    const char *what = touch == COPY_READ ? read : touch == COPY_WRITTEN ? write : copy;
    const struct copy *c = find_target(t->block, thread, offset);
    if (!c || report_is_old(pc, what))
        return;
    char address[512], text[1200], cure[400];
    describe_address(ARENA_BASE + offset, size, address, sizeof address);
    describe_copy(c, address, text, sizeof text);
    copy_cure(c, c->thread == t, cure, sizeof cure);
    if (touch == COPY_COPIED)
        snprintf(cure, sizeof cure,
                 "the buffer is not free yet: wait for its last copy before the next one, or have "
                 "one buffer more than there are pending groups");
    report(touch == COPY_READ ? KIND_UNWAITED : KIND_RACE, pc, text, cure, what, size);
}

static bool reads(struct thread *t, uintptr_t offset, size_t size, const char *pc)
{
    static const char what[] =
        "write of %zu bytes of global memory that an asynchronous copy is reading";
    const struct copy *c = *bucket_of(t->block->async, offset);
    while (c && !(c->source < offset + size && offset < c->source + c->bytes))
        c = c->same_bucket;
    if (!c)
        return false;
    if (report_is_old(pc, what))
        return true;
    char address[512], text[1200];
    describe_address(offset < VARIABLES ? ARENA_BASE + offset : image_variable_address(offset),
                     size, address, sizeof address);
    describe_copy(c, address, text, sizeof text);
    report(KIND_RACE, pc, text,
           "change the source after the copy was waited for, with a barrier between if another "
           "thread copies: when in between it is read is up to the hardware",
           what, size);
    return true;
}

// The copies complete at once. A thread that reads without waiting for the barrier therefore has a
// race.
void emu_mbarrier_arrive_copies(void *barrier, int counted)
{
    const char *pc = CALLER();
    if (!emu_current)
        return;
    emu_async_wait_all();
    mbarrier_arrive_copies(barrier, counted, pc);
}

void copies_register(void)
{
    in_flight.report_async_target = report_target;
    in_flight.async_reads = reads;
}
