// SPDX-License-Identifier: MIT
//
// proxy.c: memory that ordinary stores wrote and that the asynchronous proxy reads or overwrites:
// did each writer fence in between, and did a barrier follow?
#include "proxy.h"
#include "mbarrier.h"
#include "../check/check.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"
#include "../sync/sync.h"

#include <stdio.h>
#include <string.h>

void proxy_fence(struct thread *t, bool global_only, const char *pc)
{
    struct block *b = t->block;
    uint16_t *clock = &b->order.clock[t->id / WARP][t->id % WARP];
    // The fence does not cover later accesses.
    if (b->cluster && b->cluster->vector_clocks)
        vector_clock_fence(t, global_only);
    else if (*clock < CLOCK_LAST)
        ++*clock;
    struct proxy_fence *fence = &t->proxy_fence[t->proxy_fences++ % PROXY_FENCES];
    *fence = (struct proxy_fence){order_epoch(t), *clock,
                                  place_number(pc) | (global_only ? PLACE_OF_BULK : 0)};
}

// Whether the thread that made an access has fenced it: no; yes, but the thread t that starts the
// asynchronous operation has not observed the fence; yes.
enum fenced { NOT_FENCED, FENCE_UNKNOWN, FENCED };

static enum fenced is_fenced(const struct access_record *access, const struct thread *by,
                             struct thread *t, bool global, const struct proxy_fence **last)
{
    const unsigned kept = by->proxy_fences < PROXY_FENCES ? by->proxy_fences : PROXY_FENCES;
    enum fenced found = NOT_FENCED;
    if (access->clock == CLOCK_LAST)
        return FENCED; // the counter is exhausted: order unknown
    for (unsigned i = 0; i < kept; i++) {
        const struct proxy_fence *fence = &by->proxy_fence[i];
        if (fence->clock <= access->clock || (fence->pc & PLACE_OF_BULK && !global))
            continue;
        struct access_record at_fence = *access;
        at_fence.epoch = fence->epoch;
        at_fence.clock = (uint16_t)((fence->clock - 1) & CLOCK_LAST);
        if (order_before(&at_fence, t))
            return FENCED;
        found = FENCE_UNKNOWN;
        *last = fence;
    }
    // Older fences are not stored; t may have observed one of them.
    if (found == FENCE_UNKNOWN && by->proxy_fences > PROXY_FENCES)
        return FENCED;
    return found;
}

static const struct thread *another_that_fenced(const struct block *b, const struct thread *writer)
{
    for (unsigned i = 0; i < b->launch->threads_per_block; i++)
        if (&b->threads[i] != writer && b->threads[i].proxy_fences > 0)
            return &b->threads[i];
    return NULL;
}

// What the asynchronous proxy does, such as "wgmma", "reads shared memory", "it may see what was
// there before", and what threads did with the memory.
struct deed {
    const char *what, *does, *risk, *cure;
    const struct touch {
        const char *done, *access, *who;
    } * place;
};
static const struct touch stored = {"ordinary stores wrote", "write", "writer"};
static const struct touch loaded = {"ordinary loads read", "read", "reader"};

static void report_unfenced(const struct access_record *access, const struct thread *by,
                            enum fenced fenced, const struct proxy_fence *fence, uintptr_t offset,
                            const struct deed *deed, const char *pc)
{
    static const char unfenced[] = "%s %s that %s, without a fence: %s";
    static const char by_other[] = "%s %s that %s; another thread than the %s has "
                                   "fenced";
    static const char too_early[] = "%s %s that %s; the %s's fence comes before the %s";
    static const char too_late[] = "%s %s that %s: there is no barrier between the "
                                   "%s's fence and this";
    const bool is_early = fenced == NOT_FENCED && deed->place == &stored && by->proxy_fences > 0;
    const struct thread *other = fenced != NOT_FENCED ? NULL
                                 : is_early           ? by
                                                      : another_that_fenced(by->block, by);
    // For reads, another thread's fence would suffice if it was between the reads and this load.
    const char *what = fenced == FENCE_UNKNOWN           ? too_late
                       : is_early                        ? too_early
                       : other && deed->place == &stored ? by_other
                                                         : unfenced;
    if (report_is_old(pc, what))
        return;
    char address[512], suffix[500] = "", made[500], line[400];
    if (fenced == FENCE_UNKNOWN)
        snprintf(suffix, sizeof suffix, ", fenced at %s",
                 source_location(place_pc(fence->pc), line, sizeof line));
    else if (other)
        snprintf(made, sizeof made, "by thread (%u,%u,%u), at %s", other->index.x, other->index.y,
                 other->index.z,
                 source_location(
                     place_pc(other->proxy_fence[(other->proxy_fences - 1) % PROXY_FENCES].pc),
                     line, sizeof line));
    const struct other_access access_of = {.what = deed->place->access,
                                           .pc = place_pc(access->pc),
                                           .detail = OTHER_THREAD,
                                           .thread = by->index,
                                           .suffix = suffix};
    const struct diagnosis d = {
        .kind = KIND_FENCE,
        .pc = pc,
        .address = describe_address(ARENA_BASE + offset, 4, address, sizeof address),
        .other = &access_of,
        .detail_label = "fence",
        .detail = other ? made : NULL,
        .cure = deed->cure,
    };
    report_diagnosis(&d, what, deed->what, deed->does, deed->place->done,
                     what == unfenced ? deed->risk : deed->place->who, deed->place->access);
}

static void report_no_barrier(const struct access_record *write, uintptr_t offset, const char *what,
                              const char *pc)
{
    static const char text[] = "race in shared memory: %s reads what another thread's %s writes, "
                               "not ordered";
    if (report_is_old(pc, text))
        return;
    const struct dim3 dim = emu_current->block->launch->block;
    const struct dim3 grid = emu_current->block->launch->grid;
    const unsigned id = write->thread, b = write->block;
    const bool bulk = write->pc & PLACE_OF_BULK;
    char address[512];
    const struct other_access other = {
        .what = bulk ? "TMA load" : "write",
        .pc = place_pc(write->pc),
        .detail = OTHER_BLOCK,
        .block = {b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y},
        .thread = {id % dim.x, id / dim.x % dim.y, id / dim.x / dim.y},
    };
    const struct diagnosis race = {
        .kind = KIND_RACE,
        .pc = pc,
        .address = describe_address(ARENA_BASE + offset, 4, address, sizeof address),
        .other = &other,
        .cure =
            bulk ? "let this thread also wait for the load's mbarrier (mbarrier.try_wait.parity), "
                   "or reach a barrier after a thread that has waited"
                 : "put a barrier between: write, fence.proxy.async by each writer, "
                   "__syncthreads(), then start the reader; and one after the wait for that "
                   "reader, before the place is written again",
    };
    report_diagnosis(&race, text, what, bulk ? "TMA load" : "ordinary store");
}

// The writer's store happens before what t does now. Returns false, after reporting, if the writer
// has not fenced it.
static bool check_fenced(const struct access_record *write, const struct block *by,
                         uintptr_t offset, struct thread *t, const struct deed *deed, bool global,
                         const char *pc)
{
    if (write->pc & PLACE_OF_BULK)
        return true;
    const struct thread *writer = &by->threads[write->thread];
    const struct proxy_fence *fence = NULL;
    const enum fenced fenced = is_fenced(write, writer, t, global, &fence);
    if (fenced != FENCED)
        report_unfenced(write, writer, fenced, fence, offset, deed, pc);
    return fenced == FENCED;
}

// Returns false if this word has a mistake, which has been reported.
static bool check_word(const struct block *b, uintptr_t offset, struct thread *t,
                       const struct deed *deed, bool reads, const char *pc)
{
    const struct access_record *write = &CELL(offset)->write;
    if (write->stamp != b->launch->stamp)
        return true;
    struct block *by = cluster_find(b->cluster, write->block);
    if (!by)
        return true; // an earlier block that had the same window
    if (!reads && mbarrier_is_at(b, (uint32_t)(offset - arena_offset(b->window))))
        return true; // reported when the barrier is used
    if (order_before(write, t))
        return check_fenced(write, by, offset, t, deed, false, pc);
    if (reads) // otherwise check.c reports the race
        report_no_barrier(write, offset, deed->what, pc);
    return !reads;
}

// Returns false after a report.
static bool check_words(const struct block *b, uintptr_t offset, size_t size, struct thread *t,
                        const struct deed *deed, bool reads, const char *pc)
{
    const uintptr_t first = offset & ~(uintptr_t)3;
    struct access_record previous = {0}; // neighbours are mostly written by the same access
    bool good = true;
    for (uintptr_t at = first; good && at < offset + size; at += 4) {
        const struct access_record *write = &CELL(at)->write;
        if (write->bits == previous.bits && write->block == previous.block &&
            write->pc == previous.pc)
            continue;
        good = check_word(b, at, t, deed, reads, pc);
        previous = *write;
    }
    return good;
}

// A read may be fenced by the thread that read, by the loading thread, or by any thread between.
static bool read_not_fenced(const struct access_record *read, const struct last_read *last,
                            struct thread *t)
{
    const struct proxy_fence *fence;
    const struct thread *reader =
        &cluster_find(t->block->cluster, read->block)->threads[last->thread];
    if (read->pc & PLACE_OF_BULK || !order_before(read, t) || vector_clock_is_fenced(read, t))
        return false; // an unordered read is a race, which bulk.c reports
    return is_fenced(read, reader, t, false, &fence) != FENCED;
}

static void check_reads(struct block *b, uintptr_t offset, size_t size, struct thread *t,
                        const char *pc)
{
    static const struct deed deed = {
        "TMA load", "overwrites shared memory", "it may come before the loads",
        "let each thread that read execute fence.proxy.async, then arrive at the barrier for an "
        "empty stage; or let the loading thread call it after its wait for that barrier",
        &loaded};
    uintptr_t at = 0;
    const struct last_read *last = readers_find(b, offset, size, t, read_not_fenced, &at);
    if (!last)
        return;
    const struct access_record read = readers_record(b, last);
    const struct thread *reader = &b->threads[last->thread];
    const struct proxy_fence *fence = NULL;
    const enum fenced fenced = is_fenced(&read, reader, t, false, &fence);
    report_unfenced(&read, reader, fenced, fence, at, &deed, pc);
}

void proxy_write_by_async(struct block *b, uintptr_t offset, size_t size, struct thread *t,
                          const char *pc)
{
    static const struct deed deed = {
        "TMA load", "overwrites shared memory", "the stores may come after it",
        "let each thread that wrote execute fence.proxy.async, then reach a barrier together (or "
        "arrive at the barrier for an empty stage), then let one thread load",
        &stored};
    if (check_words(b, offset, size, t, &deed, false, pc) && !environment_has("EMU_PROXY"))
        check_reads(b, offset, size, t, pc);
}

void proxy_read_by_async(struct block *b, uintptr_t offset, size_t size, struct thread *t,
                         const char *pc, const char *what)
{
    if (!b->checked)
        return;
    cluster_of(b);
    struct thread *before = emu_current;
    emu_current = t;
    const struct deed deed = {
        what, "reads shared memory", "it may see what was there before",
        "write, then let each thread that wrote execute fence.proxy.async, then a barrier of all "
        "of them, then let one thread start the reader",
        &stored};
    if (check_async_sees(t, offset, size, pc))
        check_words(b, offset, size, t, &deed, true, pc);
    readers_begin_busy(t, offset, size, pc);
    check_async_read(t, offset, size, pc);
    emu_current = before;
}

// In global memory the loading thread's own fence suffices as well, if it can come after the store.
static bool has_fenced_since(const struct thread *t, const struct access_record *write)
{
    for (unsigned i = 0; i < t->proxy_fences && i < PROXY_FENCES; i++)
        if (t->proxy_fence[i].epoch >= write->epoch)
            return true;
    return vector_clock_is_fenced(write, t);
}

void proxy_read_global(struct thread *t, uintptr_t offset, const char *pc)
{
    static const struct deed deed = {
        "TMA load", "reads global memory", "it may see what was there before",
        "let each thread that wrote execute fence.proxy.async, then a barrier of all of them, then "
        "let one thread start the load",
        &stored};
    const struct access_record *write = &CELL(offset)->write;
    if (write->stamp != t->block->launch->stamp || write->pc & PLACE_OF_BULK ||
        has_fenced_since(t, write))
        return;
    const struct block *by = cluster_find(t->block->cluster, write->block);
    if (by && order_before(write, t)) // otherwise it is a race
        check_fenced(write, by, offset, t, &deed, true, pc);
}

void proxy_read_over(struct block *b, uintptr_t offset, size_t size, struct thread *t,
                     const char *pc)
{
    if (!b->checked)
        return;
    struct thread *before = emu_current;
    emu_current = t;
    readers_end_busy(t, offset, size, pc);
    check_async_read(t, offset, size, pc);
    emu_current = before;
}
