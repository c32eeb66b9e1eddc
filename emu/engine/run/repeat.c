// SPDX-License-Identifier: MIT
//
// repeat.c: skips a launch that would repeat what an earlier launch did.
//
// Benchmarks launch one kernel a hundred times on the same memory. What a kernel leaves there
// follows from its arguments and from the memory it finds. After the checks have taken their time
// (sample.c), a checksum of all memory that a kernel can reach is therefore computed before and
// after each launch. If the same launch finds the same memory, the pieces that it changed are set
// to their recorded results.
//
// A launch that prints, reads a clock, launches other kernels or makes a mistake has other effects,
// so it always runs.
#include <stdlib.h>
#include <string.h>

#include "run.h"
#include "../check/check.h"
#include "../memory/memory.h"
#include "../report/report.h"

enum {
    PIECE = 1 << 16,      // bytes with one checksum
    MOST_RECORDED = 64,   // launches, the latest ones
    MOST_KEPT = 64 << 20, // bytes of changed pieces
    TRIES = 4,            // after so many misses the memory is assumed to change each time
    TIMES_AS_LONG = 2     // a launch must take at least this many times as long as the checksums
};
static const double BYTES_A_SECOND = 6e9; // speed of the checksum; 8e9 on one busy core

// ---- Checksums ----------------------------------------------------------------------------------

static uint64_t mix(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
    return sum << 29 | sum >> 35;
}

static uint64_t sum_of(const char *p, size_t size, uint64_t sum)
{
    uint64_t lane[4] = {sum, 1, 2, 3}, word[4];
    for (; size >= sizeof word; p += sizeof word, size -= sizeof word) {
        memcpy(word, p, sizeof word);
        for (int i = 0; i < 4; i++)
            lane[i] = mix(lane[i], word[i]);
    }
    memset(word, 0, sizeof word);
    memcpy(word, p, size);
    uint64_t all = size; // not `sum`: it would cancel out where lane[0] is still `sum`
    for (int i = 0; i < 4; i++)
        all = mix(mix(all, lane[i]), word[i]);
    return all;
}

// ---- Memory in pieces ---------------------------------------------------------------------------

struct piece {
    char *at;
    size_t size;
    uint64_t sum;
};

struct memory {
    struct piece *pieces;
    size_t count, room;
    uint64_t sum;
};

static struct memory before, after;

static void add_piece(struct memory *m, char *at, size_t size)
{
    if (m->count == m->room) {
        m->room = 2 * m->room + 64;
        m->pieces = realloc(m->pieces, m->room * sizeof *m->pieces);
        if (!m->pieces)
            fatal("no memory for the emulated GPU");
    }
    const struct piece piece = {at, size, sum_of(at, size, (uintptr_t)at)};
    m->pieces[m->count++] = piece;
    m->sum = mix(m->sum, piece.sum);
}

static void add_range(uintptr_t begin, size_t size, void *to)
{
    for (size_t i = 0; i < size; i += PIECE)
        add_piece(to, (char *)begin + i, size - i < PIECE ? size - i : PIECE);
}

static void add_size(uintptr_t begin, size_t size, void *to)
{
    (void)begin;
    *(size_t *)to += size;
}

struct visitor {
    void (*each)(uintptr_t begin, size_t size, void *to);
    void *to;
    bool has_holes; // virtual memory management: some of its pages are inaccessible
};

static void visit(struct allocation *a, const void *context)
{
    struct visitor *v = *(struct visitor *const *)context;
    if (a->kind == ALLOC_RESERVED)
        v->has_holes = true;
    else
        v->each(a->base, a->size, v->to);
}

// Visits all memory that a kernel can reach. Returns false if that is not possible.
static bool for_all_memory(void (*each)(uintptr_t, size_t, void *), void *to)
{
    struct visitor visitor = {each, to, false}, *const v = &visitor;
    arena_for_each_live(visit, &v);
    image_for_each_range(each, to);
    host_for_each_registered(each, to);
    return !visitor.has_holes;
}

static uint64_t textures_bound; // counts textures created, bound or destroyed

void repeat_forget(void) { textures_bound++; }

static void take(struct memory *m)
{
    m->count = 0;
    m->sum = textures_bound;
    for_all_memory(add_range, m);
}

// ---- Launches -----------------------------------------------------------------------------------

struct recorded {
    uint64_t launch;      // checksum of kernel, arguments and sizes
    double seconds;       // duration of its last run
    int tries;            // since it last found the same memory
    uint64_t found;       // checksum of the memory it found; 0: none recorded
    struct piece *pieces; // pieces that it changed
    char *bytes;          // their new contents, one after another
    size_t count;
};

static struct recorded all[MOST_RECORDED], *current;
static int oldest;
static bool is_watched; // the current launch is recorded: `before` is the memory it found
static double spent, began;
static uint64_t left_out;

static void forget(struct recorded *k)
{
    free(k->pieces);
    free(k->bytes);
    k->pieces = NULL;
    k->bytes = NULL;
    k->count = 0;
    k->found = 0;
}

static struct recorded *find(uint64_t launch)
{
    for (int i = 0; i < MOST_RECORDED; i++)
        if (all[i].launch == launch)
            return &all[i];
    struct recorded *k = &all[oldest++ % MOST_RECORDED];
    forget(k);
    *k = (struct recorded){.launch = launch};
    return k;
}

static uint64_t identity(const struct launch *l)
{
    const uint64_t sizes[] = {l->grid.x,         l->grid.y,
                              l->grid.z,         l->block.x,
                              l->block.y,        l->block.z,
                              l->dynamic_shared, (uintptr_t)l->body,
                              l->cluster_blocks, (uintptr_t)l->function,
                              l->cooperative};
    return sum_of(l->closure, l->closure_size, sum_of((const char *)sizes, sizeof sizes, 1)) | 1;
}

static void apply(const struct recorded *k)
{
    const char *from = k->bytes;
    for (size_t i = 0; i < k->count; from += k->pieces[i++].size)
        memcpy(k->pieces[i].at, from, k->pieces[i].size);
}

bool repeat_apply(struct launch *l)
{
    current = NULL;
    is_watched = false;
    began = seconds_of(CLOCK_MONOTONIC);
    if (l->is_library || l->counted || l->recorded || gpu_count() > 1)
        return false;
    current = find(identity(l));
    size_t bytes = 0;
    if (spent < sample_after() || current->tries >= TRIES || !for_all_memory(add_size, &bytes) ||
        current->seconds < 2 * TIMES_AS_LONG * (double)bytes / BYTES_A_SECOND)
        return false;
    take(&before);
    if (current->found && current->found == before.sum) {
        apply(current);
        current->tries = 0;
        left_out++;
        sample_leaves_out(l->blocks);
        return true;
    }
    current->tries++;
    is_watched = true;
    began = seconds_of(CLOCK_MONOTONIC);
    return false;
}

// Records the difference between `before` and `after`, if it is small enough.
static bool keep_changes(struct recorded *k)
{
    size_t bytes = 0, count = 0;
    bool same_places = before.count == after.count;
    for (size_t i = 0; same_places && i < after.count; i++) {
        const struct piece *b = &before.pieces[i], *a = &after.pieces[i];
        same_places = b->at == a->at && b->size == a->size;
        if (a->sum != b->sum) {
            bytes += a->size;
            count++;
        }
    }
    if (!same_places || bytes > MOST_KEPT)
        return false;
    k->pieces = malloc((count + 1) * sizeof *k->pieces);
    k->bytes = malloc(bytes + 1);
    if (!k->pieces || !k->bytes)
        return false;
    char *to = k->bytes;
    for (size_t i = 0; i < after.count; i++) {
        const struct piece *a = &after.pieces[i];
        if (a->sum == before.pieces[i].sum)
            continue;
        k->pieces[k->count++] = *a;
        memcpy(to, a->at, a->size);
        to += a->size;
    }
    return true;
}

void repeat_ended(const struct launch *l)
{
    if (!current)
        return;
    current->seconds = seconds_of(CLOCK_MONOTONIC) - began;
    spent += current->seconds;
    if (l->has_other_effects || l->error != cudaSuccess || l->nested || l->refused[0]) {
        current->tries = TRIES;
        return;
    }
    if (!is_watched)
        return;
    take(&after);
    forget(current);
    if (keep_changes(current))
        current->found = before.sum;
    else
        forget(current);
}

void repeat_at_exit(void)
{
    if (left_out == 0)
        return;
    char some[32];
    remark("repeat", NULL,
           "%s launches not run again: the same launches had already run on the same memory "
           "(EMU_CHECK=on runs all)",
           grouped(some, left_out));
}
