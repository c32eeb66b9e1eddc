// SPDX-License-Identifier: MIT
//
// race.c: reports of races and of reads of memory that was never written.
//
// A read of unwritten memory may only have come too early. It is kept until the next barrier, or in
// global memory until the launch ends. If a writer appears before that, the report is a race
// instead.
#include "race.h"
#include "check.h"
#include "sample.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"

#include <stdio.h>
#include <string.h>

static const char *place_name(uintptr_t offset)
{
    return is_shared(offset) ? "shared memory" : "global memory";
}

static const char *place_address(uintptr_t offset)
{
    return (const char *)(offset < VARIABLES ? ARENA_BASE + offset
                                             : image_variable_address(offset));
}

static char *describe_offset(uintptr_t offset, size_t size, char *text, size_t text_size)
{
    return describe_address((uintptr_t)place_address(offset), size, text, text_size);
}

static struct uint3 index_in(struct dim3 extent, uint64_t number)
{
    return (struct uint3){(unsigned)(number % extent.x), (unsigned)(number / extent.x % extent.y),
                          (unsigned)(number / extent.x / extent.y)};
}

// ---- Reads of unwritten memory ------------------------------------------------------------------

static const char unwritten_format[] = "read of %zu bytes of %s that nothing has written";

static void report_unwritten(uintptr_t offset, size_t size, const char *pc)
{
    char address[512];
    if (report_is_old(pc, unwritten_format))
        return;
    report(KIND_UNWRITTEN, pc, describe_offset(offset, size, address, sizeof address),
           "let some thread store to the element before it is read, with a barrier between",
           unwritten_format, size, place_name(offset));
}

// In global memory, another block may write the element later. That is a race, and then the memory
// need not be filled before the launch. So the report waits until the launch ends.
enum { MOST_HELD = 8 };
static struct held {
    struct reporter by; // launch NULL: unused
    uintptr_t offset;
    size_t size;
    const char *pc;
    long long times;
    uint32_t callers[CALLERS];
    bool has_raced;
    char address[512];
} held[MOST_HELD];
static atomic_int held_count;
static pthread_mutex_t held_lock = PTHREAD_MUTEX_INITIALIZER;

static struct held *find_held(const struct launch *launch, uint32_t place)
{
    for (int i = 0; i < MOST_HELD; i++)
        if (held[i].by.launch == launch && place_number(held[i].pc) == place)
            return &held[i];
    return NULL;
}

static struct held *new_held(void)
{
    for (int i = 0; i < MOST_HELD; i++)
        if (!held[i].by.launch)
            return &held[i];
    return NULL;
}

static void report_held(const struct held *h)
{
    for (long long i = 0; i < h->times; i++)
        report_diagnosis(&(struct diagnosis){.kind = KIND_UNWRITTEN,
                                             .by = &h->by,
                                             .pc = h->pc,
                                             .callers = h->callers,
                                             .address = h->address,
                                             .cure = "fill the memory first: cudaMemcpy, "
                                                     "cudaMemset or a kernel"},
                         unwritten_format, h->size, place_name(h->offset));
}

void report_unwritten_global(struct thread *t, uintptr_t offset, size_t size, const char *pc)
{
    struct launch *launch = t->block->launch;
    if (sample_left_out() || report_is_old(pc, unwritten_format))
        return;
    launch->has_other_effects = true;
    pthread_mutex_lock(&held_lock);
    struct held *h = find_held(launch, place_number(pc)), other = {0};
    const bool is_new = !h;
    if (is_new) {
        h = new_held();
        h = h ? h : &other; // no room: reported at once
        *h = (struct held){.by = reporter_of(t), .offset = offset, .size = size, .pc = pc};
        find_callers(pc, h->callers);
        describe_offset(offset, size, h->address, sizeof h->address);
    }
    h->times++;
    if (h == &other)
        report_held(h);
    else
        held_count += is_new;
    pthread_mutex_unlock(&held_lock);
}

static void note_race_at(const struct launch *launch, uint32_t place)
{
    if (!held_count)
        return;
    pthread_mutex_lock(&held_lock);
    struct held *h = find_held(launch, place);
    if (h)
        h->has_raced = true;
    pthread_mutex_unlock(&held_lock);
}

void check_settle_unwritten(const struct launch *launch)
{
    if (!held_count)
        return;
    pthread_mutex_lock(&held_lock);
    for (int i = 0; i < MOST_HELD; i++) {
        struct held *h = &held[i];
        if (!h->by.launch || (launch && h->by.launch != launch))
            continue;
        if (!h->has_raced || *INIT(h->offset) == BYTE_UNWRITTEN)
            report_held(h);
        h->by.launch = NULL;
        held_count--;
    }
    pthread_mutex_unlock(&held_lock);
}

// ---- Reports of races ----------------------------------------------------------------------------

// Once a race was reported there, the early read is not reported, too.
static void forget_early_read(struct block *b, uint32_t place)
{
    int kept = 0;
    for (int i = 0; i < b->early_count; i++)
        if (place_number(b->early[i].pc) != place)
            b->early[kept++] = b->early[i];
    b->early_count = kept;
}

static void forget_early_reads(struct block *b, uint32_t place)
{
    forget_early_read(b, place);
    for (unsigned i = 0; b->cluster && i < b->cluster->size; i++)
        forget_early_read(b->cluster->blocks[i], place);
    note_race_at(b->launch, place);
}

// The kind of access, as the report names it.
static const char *access_name(bool write, uint32_t mark, bool shared)
{
    switch (mark & PLACE_SCOPES) {
    case PLACE_OF_BLOCK: return "block-scope atomic";
    case PLACE_OF_DEVICE: return "device-scope atomic";
    case PLACE_OF_SYSTEM: return "system-scope atomic";
    default: break;
    }
    if (mark & PLACE_OF_BULK)
        return !write ? "asynchronous read" : shared ? "TMA load" : "TMA store";
    return mark ? "asynchronous copy" : write ? "write" : "read";
}

// If unchecked blocks write flags, one of them may have ordered these two accesses. Such a conflict
// is not reported.
static bool unseen_order(const struct access_record *old, const struct thread *t)
{
    const struct launch *launch = t->block->launch;
    return launch->orders_unseen && old->stamp == launch->stamp &&
           (old->block != t->block->number || t->block->polled_global);
}

// ---- Which cure ---------------------------------------------------------------------------------

// The kind of race decides the cure. `new` is the running thread's access, `old` the earlier one.
enum race_situation {
    BETWEEN_LAUNCHES,       // two launches that may run concurrently
    BETWEEN_GPUS,           // on different GPUs
    REUSE_BY_GPU,           // the same: new writes what old has read
    NARROW_SCOPE,           // atomics, whose scope leaves the other thread out
    BETWEEN_CLUSTER_BLOCKS, // in shared memory of one of the blocks
    READ_OF_BULK,           // new reads what the copy engine loaded
    WRITE_TO_BULK,          // new writes where the copy engine or wgmma is active
    BULK_INTO_USED,         // new is a load by the copy engine, old an ordinary access
    AFTER_COPY,             // old is a cp.async
    BEFORE_COPY,            // new is a cp.async
    BULK_STORE,             // in global memory, by the copy engine, and an access of its block
    WITHIN_WARP,            // the warp is the whole block
    WITHIN_BLOCK,           // in shared memory
    BY_ONE_LINE,            // the same, and both accesses are stores of one instruction
    GLOBAL_WITHIN_BLOCK,
    GLOBAL_BETWEEN_BLOCKS
};

static const char *const race_cures[] = {
    [BETWEEN_LAUNCHES] =
        "the two run in different streams, or as nodes of a graph that nothing orders: "
        "let one wait for the other (cudaEventRecord, cudaStreamWaitEvent, "
        "cudaGraphAddDependencies), or use one stream",
    [BETWEEN_GPUS] =
        "let one stream wait for the other (cudaEventRecord, cudaStreamWaitEvent), or publish it "
        "to the other GPU: write, __threadfence_system(), then a flag that is volatile or written "
        "and read by atomics of system scope (atomicExch_system, st.release.sys, ld.acquire.sys)",
    [REUSE_BY_GPU] =
        "let the reader say that it is done, and the writer wait for that: read, "
        "__threadfence_system(), then a flag that the writer polls before it writes again; or let "
        "one stream wait for the other (cudaEventRecord, cudaStreamWaitEvent)",
    [NARROW_SCOPE] =
        "an atomic excludes only other atomics of threads in its scope: atomicAdd_block those of "
        "its block, atomicAdd those of its GPU, atomicAdd_system those of all GPUs and of the host",
    [BETWEEN_CLUSTER_BLOCKS] =
        "put cluster.sync() between the two accesses, reached by all threads of both "
        "blocks",
    [READ_OF_BULK] =
        "let this thread also wait for the load's mbarrier (mbarrier.try_wait.parity), or "
        "reach a barrier after a thread that has waited",
    [WRITE_TO_BULK] =
        "after the wait (cp.async.bulk.wait_group.read, wgmma.wait_group) by one thread, put "
        "a barrier before other threads write there",
    [BULK_INTO_USED] = "let all threads that use the place arrive at a barrier (empty) after their "
                       "last access, and wait for its phase before the load",
    [AFTER_COPY] =
        "put __syncthreads() after the wait and before the first access (a thread waits for "
        "its own copies only), and one more after the last access, before the buffer is "
        "filled again (__syncwarp() if only lanes of one warp share it)",
    [BEFORE_COPY] =
        "put __syncthreads() between the last access to the buffer and the copy that fills it "
        "again (__syncwarp() if only lanes of one warp share it)",
    [BULK_STORE] =
        "let the thread that stores wait for the whole group (cp.async.bulk.wait_group 0), and put "
        "__syncthreads() after that; cp.async.bulk.wait_group.read waits only until the tile has "
        "been "
        "read, not until global memory has it",
    [WITHIN_WARP] = "put __syncwarp() between the two accesses: lanes of a warp do not run in step",
    [WITHIN_BLOCK] =
        "put __syncthreads() between the two accesses, reached by all threads of the block "
        "(__syncwarp() if only lanes of one warp share the element)",
    [BY_ONE_LINE] =
        "both threads store at this line: give each thread its own element, use an atomic if all "
        "of them update it, or put __syncthreads() between the rounds if the line is in a loop",
    [GLOBAL_WITHIN_BLOCK] =
        "use an atomic if all threads update the element, __syncthreads() between the accesses if "
        "one thread passes it to another, or give each thread its own element",
    [GLOBAL_BETWEEN_BLOCKS] =
        "let one block own the element, use an atomic, or publish it: write, __threadfence(), "
        "then a flag that the reader polls with an atomic or through volatile",
};

// mark, old_mark: marks of the new and the old access, as access_name() takes them.
static enum race_situation situation_of(const struct access_record *old, uint32_t old_mark,
                                        uint32_t mark, bool shared, enum access_kind kind)
{
    const struct block *b = emu_current->block;
    const bool same_block = old->block == b->number;
    const bool same_warp = same_block && old->thread / WARP == emu_current->id / WARP;
    const bool bulk = (old->pc | mark) & (uint32_t)PLACE_OF_BULK;
    const struct past *past = old->stamp == b->launch->stamp ? NULL : past_of(old->stamp);
    if (mark & PLACE_SCOPES && old_mark & PLACE_SCOPES)
        return NARROW_SCOPE;
    if (past && past->device != b->launch->device)
        return BETWEEN_GPUS;
    if (old->stamp != b->launch->stamp)
        return BETWEEN_LAUNCHES;
    if (!shared && bulk && same_block)
        return BULK_STORE;
    if (!shared)
        return same_block ? GLOBAL_WITHIN_BLOCK : GLOBAL_BETWEEN_BLOCKS;
    if (bulk)
        return kind == LOAD ? READ_OF_BULK : mark ? BULK_INTO_USED : WRITE_TO_BULK;
    if (!same_block)
        return BETWEEN_CLUSTER_BLOCKS;
    if (old_mark || mark)
        return old_mark ? AFTER_COPY : BEFORE_COPY;
    return same_warp && b->launch->threads_per_block <= WARP ? WITHIN_WARP : WITHIN_BLOCK;
}

static const char *race_cure(const struct access_record *old, uint32_t old_mark, uint32_t mark,
                             bool shared, enum access_kind kind, bool old_writes, bool one_line)
{
    const enum race_situation found = situation_of(old, old_mark, mark, shared, kind);
    if (found == BETWEEN_GPUS && !old_writes)
        return race_cures[REUSE_BY_GPU];
    return race_cures[found == WITHIN_BLOCK && one_line ? BY_ONE_LINE : found];
}

static const char race_format[] =
    "race in %s: %s of %zu bytes, not ordered with another thread's %s";

enum { STREAM_TEXT = 300 };
static const char *describe_stream(const struct past *past, char *text)
{
    char line[STREAM_TEXT - 30];
    if (!past->stream_made_at)
        return "the default stream";
    if (past->stream_made_at == STREAM_OF_THREAD)
        return "the default stream of a host thread";
    snprintf(text, STREAM_TEXT, "the stream made at %s",
             source_line(past->stream_made_at, line, sizeof line));
    return text;
}

// Which launch made the other access: on which GPU, or in which stream of this GPU.
static const char *describe_suffix(const struct access_record *old, bool old_writes, char *text,
                                   size_t size)
{
    const struct past *mine = emu_current->block->launch->past, *past = past_of(old->stamp);
    const char *others = old->many && !old_writes ? " and others" : "";
    char its_stream[STREAM_TEXT], stream[STREAM_TEXT];
    if (!past || past == mine)
        snprintf(text, size, "%s", others);
    else if (past->device != mine->device)
        snprintf(text, size, "%s%s %s on GPU %d", others, past->is_library ? " by" : " of",
                 past->kernel, past->device);
    else if (past->stream == mine->stream)
        snprintf(text, size, "%s%s %s", others, past->is_library ? " by" : " of", past->kernel);
    else
        snprintf(text, size, "%s%s %s in %s; this is %s", others, past->is_library ? " by" : " of",
                 past->kernel, describe_stream(past, its_stream), describe_stream(mine, stream));
    return text;
}

// Do both threads store the same value?
static bool is_equal(const struct doubt *doubt)
{
    return doubt->kind == STORE &&
           memcmp(place_address(doubt->offset), doubt->earlier, doubt->size) == 0;
}

// doubt: the access was made earlier, or NULL.
static void print_race(const struct access_record *old, bool old_writes, uintptr_t offset,
                       size_t size, enum access_kind kind, uint32_t mark, const char *pc,
                       const struct doubt *doubt)
{
    const struct thread *t = emu_current;
    const bool shared = is_shared(offset);
    const uint32_t bulk = (uint32_t)PLACE_OF_BULK, copy = (uint32_t)PLACE_OF_COPY;
    const bool atomics = mark & PLACE_SCOPES && old->pc & PLACE_SCOPES;
    const uint32_t old_mark =
        old->pc & ((old_writes ? copy | bulk : bulk) | (atomics ? (uint32_t)PLACE_SCOPES : 0));
    if (!atomics)
        mark &= ~(uint32_t)PLACE_SCOPES;
    char address[512], suffix[800];
    const struct past *past = past_of(old->stamp);
    const struct other_access other = {
        .what = access_name(old_writes, old_mark, shared),
        .pc = place_pc(old->pc),
        .detail = past && past->is_library ? OTHER_PLACE : OTHER_BLOCK,
        .block = index_in(past ? past->grid : t->block->launch->grid, old->block),
        .thread = index_in(past ? past->block : t->block->launch->block, old->thread),
        .suffix = describe_suffix(old, old_writes, suffix, sizeof suffix),
    };
    const struct diagnosis race = {
        .kind = KIND_RACE,
        .pc = pc,
        .callers = doubt ? doubt->callers : NULL,
        .address = describe_offset(offset, size, address, sizeof address),
        .other = &other,
        .detail_label = "values",
        .detail = doubt && is_equal(doubt)
                      ? "both threads store the same bytes: the result does not depend on which "
                        "comes last, but let one of them store"
                      : NULL,
        .cure = race_cure(old, old_mark, mark, shared, kind, old_writes,
                          old_writes && kind == STORE &&
                              (old->pc & ~(uint32_t)PLACE_SCOPES) == place_number(pc)),
    };
    report_diagnosis(&race, race_format, place_name(offset),
                     access_name(kind == STORE, mark, shared), mark == copy ? t->copy_size : size,
                     other.what);
}

// Two plain stores: the second one is yet to be made. Holds the report back until both values are
// known.
static bool hold_back(struct thread *t, const struct access_record *old, uintptr_t offset,
                      size_t size, const char *pc)
{
    struct doubt *doubt = &t->doubt;
    const char *at = place_address(offset);
    if (doubt->offset && doubt->kind == STORE && doubt->pc == pc)
        return true; // another word of the same store
    if (doubt->offset || size > sizeof doubt->earlier)
        return false;
    *doubt = (struct doubt){
        .offset = offset, .other = *old, .size = (uint16_t)size, .pc = pc, .kind = STORE};
    find_callers(pc, doubt->callers);
    memcpy(doubt->earlier, at, size);
    t->alert = true;
    return true;
}

// ---- Further lines of a race ----------------------------------------------------------------------

// A race is printed once for an access, with the first other access that was found. In a reduction
// without barriers there are many: their lines are printed when the launch ends.
enum { MOST_RACES = 20, MOST_PARTNERS = 8, FEWEST_FURTHER = 2 };
static struct partners {
    const char *pc;
    uint32_t place[MOST_PARTNERS]; // the first one was printed
    int count;
    bool is_printed;
} races[MOST_RACES];
static int race_count;
static pthread_mutex_t races_lock = PTHREAD_MUTEX_INITIALIZER;

static struct partners *partners_of(const char *pc)
{
    for (int i = 0; i < race_count; i++)
        if (races[i].pc == pc)
            return &races[i];
    if (race_count == MOST_RACES)
        return NULL;
    races[race_count] = (struct partners){.pc = pc};
    return &races[race_count++];
}

static void add_partner(const char *pc, uint32_t place)
{
    pthread_mutex_lock(&races_lock);
    struct partners *p = partners_of(pc);
    int i = 0;
    while (p && i < p->count && p->place[i] != place)
        i++;
    if (p && i == p->count && i < MOST_PARTNERS)
        p->place[p->count++] = place;
    pthread_mutex_unlock(&races_lock);
}

// "12" for a line of the same file, else "helper.h:12".
static const char *short_line(const char *line, const char *same_file_as)
{
    const char *colon = strrchr(line, ':');
    const size_t file = colon ? (size_t)(colon + 1 - line) : 0;
    return strncmp(line, same_file_as, file) == 0 ? line + file : line;
}

static void print_further(struct partners *p)
{
    char lines[MOST_PARTNERS][300], at[300], text[4 * 300] = "";
    size_t used = 0;
    int further = 0;
    source_line(p->pc, at, sizeof at);
    for (int i = 0; i < p->count; i++) {
        source_line(place_pc(p->place[i]), lines[i], sizeof lines[i]);
        bool is_new = i > 0 && strcmp(lines[i], at) != 0;
        for (int j = 0; j < i && is_new; j++)
            is_new = strcmp(lines[j], lines[i]) != 0;
        if (is_new && used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", further++ ? ", " : "",
                                     short_line(lines[i], at));
    }
    p->is_printed = further >= FEWEST_FURTHER;
    if (p->is_printed)
        remark("further", NULL, "the access at %s also races with those at lines %s", at, text);
}

void check_settle_races(void)
{
    if (race_count == 0)
        return;
    pthread_mutex_lock(&races_lock);
    for (int i = 0; i < race_count; i++)
        if (!races[i].is_printed && races[i].count > FEWEST_FURTHER)
            print_further(&races[i]);
    pthread_mutex_unlock(&races_lock);
}

// ---- Reporting -----------------------------------------------------------------------------------

static bool is_reported(const struct access_record *old, const char *pc)
{
    forget_early_reads(emu_current->block, old->pc & ~(uint32_t)PLACE_SCOPES);
    forget_early_reads(emu_current->block, place_number(pc));
    if (unseen_order(old, emu_current))
        return true;
    add_partner(pc, old->pc & ~(uint32_t)PLACE_SCOPES);
    return report_is_old(pc, race_format);
}

void report_race(const struct access_record *old, bool old_writes, uintptr_t offset, size_t size,
                 enum access_kind kind, uint32_t mark, const char *pc)
{
    const uint32_t asynchronous = (uint32_t)PLACE_OF_BULK | (uint32_t)PLACE_OF_COPY;
    if (is_reported(old, pc))
        return;
    if (old_writes && kind == STORE && !old->atomic && !((old->pc | mark) & asynchronous) &&
        !emu_current->block->launch->is_library && hold_back(emu_current, old, offset, size, pc))
        return;
    print_race(old, old_writes, offset, size, kind, mark, pc, NULL);
}

void report_doubt(const struct doubt *doubt)
{
    if (doubt->kind == LOAD && is_reported(&doubt->other, doubt->pc))
        return;
    print_race(&doubt->other, true, doubt->offset, doubt->size, (enum access_kind)doubt->kind, 0,
               doubt->pc, doubt);
}

// ---- Reads that came too early ------------------------------------------------------------------

void note_early_read(struct thread *t, uintptr_t offset, size_t size, const char *pc)
{
    struct block *b = t->block;
    const int room = (int)(sizeof b->early / sizeof b->early[0]);
    for (int i = 0; i < b->early_count; i++)
        if (b->early[i].pc == pc)
            return;
    if (b->early_count < room)
        b->early[b->early_count++] = (struct early_read){t, offset, size, pc};
}

bool check_forget_early_reads(struct block *b, const char *pc)
{
    bool any = false;
    for (int i = 0; i < b->early_count; i++)
        if (b->early[i].pc == pc) {
            b->early[i].size = 0;
            any = true;
        }
    return any;
}

void check_settle_early_reads(struct block *b)
{
    struct thread *before = emu_current;
    for (int i = 0; i < b->early_count; i++) {
        emu_current = b->early[i].thread;
        if (b->early[i].size > 0)
            report_unwritten(b->early[i].offset, b->early[i].size, b->early[i].pc);
    }
    b->early_count = 0;
    emu_current = before;
}
