// SPDX-License-Identifier: MIT
//
// wgmma.c: products that run in parallel with the threads of a warpgroup (the PTX instruction
// wgmma).
//
// Each of the 128 threads registers its part of D and continues. The product is computed when the
// warpgroup waits for it, and no sooner. It reads shared memory and writes D at that moment, so a
// stage that was refilled too early, or a missing wait, gives wrong results. A product without a
// wait is never computed.
//
// Groups work as for cp.async: each commit ends a group, and a wait says how many of the latest
// groups may remain in flight.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "warpgroup.h"
#include "../check/check.h"
#include "../count/count.h"
#include "../fiber/fiber.h"
#include "../hopper/hopper.h"
#include "../memory/memory.h"
#include "../program/program.h"
#include "../report/report.h"
#include "../sync/sync.h"

enum { ROOM_STEP = 16, MOST_GROUPS = 3 };

// ---- Products -----------------------------------------------------------------------------------

static struct product *take(struct warpgroups *w)
{
    struct product *p =
        w->unused_count ? w->unused[--w->unused_count] : malloc(sizeof(struct product));
    if (!p)
        fatal("no memory to follow wgmma");
    return p;
}

static void append(struct product ***list, unsigned *count, unsigned *room, struct product *p)
{
    if (*count == *room) {
        *room += ROOM_STEP;
        *list = realloc(*list, *room * sizeof(struct product *));
        if (!*list)
            fatal("no memory to follow wgmma");
    }
    (*list)[(*count)++] = p;
}

static void retire(struct block *b, struct warpgroup *g, unsigned products)
{
    if (products == 0)
        return;
    for (unsigned i = 0; i < products; i++) {
        for (unsigned k = 0; k < GROUP_THREADS; k++)
            free(g->products[i]->scattered[k]);
        append(&b->warpgroups->unused, &b->warpgroups->unused_count, &b->warpgroups->unused_room,
               g->products[i]);
    }
    memmove(g->products, g->products + products, (g->count - products) * sizeof(struct product *));
    g->count -= products;
    g->retired += products;
}

static void threads_of(const struct product *p, unsigned here[GROUP_WARPS])
{
    memset(here, 0, GROUP_WARPS * sizeof *here);
    for (unsigned i = 0; i < GROUP_THREADS; i++)
        if (p->d[i])
            here[i / WARP] |= 1u << i % WARP;
}

// ---- Tiles --------------------------------------------------------------------------------------

// The operands that one thread passes.
struct call {
    const struct emu_wgmma *which;
    void *const *registers; // address of each register of D; NULL: contiguous from d on
    void *d;
    const uint32_t *a_registers;
    const void *const *a_at;
    uint64_t a, b;
    struct emu_wgmma_flags flags;
};

static struct product *new_product(struct thread *t, const struct call *c, const char *pc)
{
    struct product *p = take(t->block->warpgroups);
    p->which = c->which;
    p->add = c->flags.add != 0;
    p->negated = c->flags.scale_a != c->flags.scale_b;
    p->pc = pc;
    p->came = 0;
    memset(p->d, 0, sizeof p->d);
    memset(p->scattered, 0, sizeof p->scattered);
    p->a_in_registers = c->a_registers != NULL;
    tile_place(&p->a, c->a, p->a_in_registers ? 0 : MOST_ROWS, c->flags.trans_a != 0);
    tile_place(&p->b, c->b, c->which->n, c->flags.trans_b != 0);
    if (!p->a_in_registers)
        tile_check(t, &p->a, 'A', c->which->name, pc);
    tile_check(t, &p->b, 'B', c->which->name, pc);
    return p;
}

// The size of two adjacent vectors that can be checked together; 0 if they are not adjacent.
static size_t piece(const struct tile *tile, int i, uint32_t *at)
{
    const uint32_t a = tile->at[i], b = i + 1 < tile->count ? tile->at[i + 1] : a;
    *at = a < b ? a : b;
    return (i & 1) == 0 && (a ^ b) == VECTOR ? (size_t)2 * VECTOR : 0;
}

// For the checks, the first lane of each warp reads the warp's 16 rows of A and all of B. over: the
// read has ended.
static void read_tile(struct thread *t, const struct tile *tile, int first, int count,
                      const char *pc, bool over)
{
    const uintptr_t window = arena_offset(t->block->window);
    for (int i = 0; i < tile->count; i++) {
        uint32_t at = tile->at[i];
        size_t size = VECTOR;
        if (!tile_has_lines(tile, i, first, count))
            continue;
        if (piece(tile, i, &at)) {
            size = (size_t)2 * VECTOR;
            i++;
        } else {
            at = tile->at[i];
        }
        if (over)
            proxy_read_over(t->block, window + at, size, t, pc);
        else
            proxy_read_by_async(t->block, window + at, size, t, pc, "wgmma");
    }
}

static void read_tiles(struct thread *t, const struct product *p, bool over)
{
    read_tile(t, &p->a, (int)(member_of(t) / WARP) * 16, 16, p->pc, over);
    read_tile(t, &p->b, 0, p->b.lines, p->pc, over);
}

// The warpgroup has waited for the product, so all of its threads have observed the end of its
// reads.
static void reads_are_over(struct thread *first, const struct product *p)
{
    uint16_t *observed = vector_clock_new(first->block->cluster);
    for (unsigned w = 0; w < GROUP_WARPS; w++) {
        read_tiles(&first[(size_t)w * WARP], p, true);
        vector_clock_publish_engine(&first[(size_t)w * WARP], observed);
    }
    for (unsigned i = 0; i < GROUP_THREADS; i++)
        vector_clock_acquire(first + i, observed);
    free(observed);
}

static bool reads(const struct tile *tile, uint32_t at, size_t size)
{
    if (at >= tile->high || at + size <= tile->low)
        return false;
    for (int i = 0; i < tile->count; i++)
        if (at < tile->at[i] + VECTOR && tile->at[i] < at + size)
            return true;
    return false;
}

static bool wgmma_reads(struct thread *t, uintptr_t offset, size_t size, const char *pc)
{
    static const char what[] = "write of %zu bytes of shared memory that a wgmma is still to read";
    struct block *b = t->block;
    if (!b->grouped)
        return false;
    const uint32_t at = (uint32_t)(offset - arena_offset(b->window));
    for (unsigned g = 0; g < b->launch->threads_per_block / GROUP_THREADS; g++)
        for (unsigned i = 0; i < b->warpgroups->of[g].count; i++) {
            const struct product *p = b->warpgroups->of[g].products[i];
            const bool of_a = reads(&p->a, at, size);
            if (!of_a && !reads(&p->b, at, size))
                continue;
            if (report_is_old(pc, what))
                return true;
            char address[512], text[1200], line[400];
            describe_address(ARENA_BASE + offset, size, address, sizeof address);
            snprintf(text, sizeof text,
                     "%s\n  wgmma   reads it as part of %c, started at %s by warpgroup %u", address,
                     of_a ? 'A' : 'B', source_location(p->pc, line, sizeof line), g);
            report(KIND_RACE, pc, text,
                   "fill a stage again after wgmma.wait_group has returned in the warpgroup that "
                   "reads it, with a barrier between",
                   what, size);
            return true;
        }
    return false;
}

// ---- The instructions ---------------------------------------------------------------------------

static void report_not_the_same(const struct product *p, const struct product *mine, const char *pc)
{
    const struct descriptor a = descriptor_of(mine->a.descriptor),
                            b = descriptor_of(mine->b.descriptor),
                            first_a = descriptor_of(p->a.descriptor),
                            first_b = descriptor_of(p->b.descriptor);
    const uint32_t from = first_a.start < a.start ? first_a.start : a.start;
    char place[512], text[800];
    describe_address((uintptr_t)emu_current->block->window + from, VECTOR, place, sizeof place);
    snprintf(text, sizeof text,
             "%s\n  other   the first thread's A begins %d bytes further on, its B %d bytes", place,
             (int)(first_a.start - a.start), (int)(first_b.start - b.start));
    report_and_stop(cudaErrorLaunchFailure, KIND_DIVERGED, pc, text,
                    "compute descriptors and the flags from values that all 128 threads share",
                    "%s: the threads of a warpgroup ask for different products", mine->which->name);
}

static void issue(struct thread *t, const struct call *c, const char *pc)
{
    const struct emu_wgmma *which = c->which;
    void **scattered =
        c->registers ? registers_scattered(c->registers, wgmma_registers_of_d(which)) : NULL;
    struct warpgroup *g = warpgroup_of(t, which->name, pc);
    struct member *m = &g->members[member_of(t)];
    watchdog_look(t, pc);
    if (is_traced(t->block))
        trace_wgmma(t, which, c->registers ? c->registers[0] : c->d, c->a_registers != NULL, pc);
    else if (t->trace_at != t->trace_end)
        count_note(t, (const void *)(ARENA_BASE + 8), 1, NOTE_WGMMA, pc);
    if (t->checked)
        accumulators_issue(t, m, which, scattered ? NULL : c->d, pc);
    const unsigned number = m->issued++ - g->retired;
    if (number == g->count) {
        append(&g->products, &g->count, &g->room, new_product(t, c, pc));
        g->products[number]->commits = m->commits;
        if (t->trace_at != t->trace_end)
            count_wgmma(2LL * MOST_ROWS * which->n * which->k);
    }
    struct product *p = g->products[number];
    unsigned here[GROUP_WARPS];
    if (p->pc != pc || p->commits != m->commits || strcmp(p->which->name, which->name) != 0) {
        char mine[400], other[400];
        source_line(pc, mine, sizeof mine);
        source_line(p->pc, other, sizeof other);
        if (strcmp(mine, other) != 0 || p->commits != m->commits) {
            threads_of(p, here);
            warpgroup_report_diverged(t, p->which->name, p->pc, here);
            thread_abandon();
        }
    }
    if (p->a.descriptor != c->a || p->b.descriptor != c->b || p->add != (c->flags.add != 0) ||
        p->negated != (c->flags.scale_a != c->flags.scale_b) ||
        p->a.transposed != (c->flags.trans_a != 0) || p->b.transposed != (c->flags.trans_b != 0)) {
        struct product mine = {.which = which};
        mine.a.descriptor = c->a;
        mine.b.descriptor = c->b;
        report_not_the_same(p, &mine, pc);
    }
    p->d[member_of(t)] = c->d;
    p->scattered[member_of(t)] = scattered;
    if (c->a_registers) {
        memcpy(p->a_of[member_of(t)], c->a_registers, sizeof *p->a_of);
        memcpy(p->a_at[member_of(t)], c->a_at, sizeof *p->a_at);
    }
    p->came++;
    if (t->checked && t->id % WARP == 0)
        read_tiles(t, p, false);
    t->steps++;
    thread_spend(t, 1, pc);
}

void emu_wgmma(const struct emu_wgmma *which, void *d, uint64_t a, uint64_t b, int add, int trans_a,
               int trans_b)
{
    const struct call call = {
        .which = which, .d = d, .a = a, .b = b, .flags = {add, 1, 1, trans_a, trans_b}};
    if (emu_current)
        issue(emu_current, &call, CALLER());
}

void emu_wgmma_registers(const struct emu_wgmma *which, void *const d[],
                         const uint32_t *a_registers, const void *const a_at[], uint64_t a,
                         uint64_t b, struct emu_wgmma_flags flags)
{
    const struct call call = {which, d, d[0], a_registers, a_at, a, b, flags};
    const char *pc = CALLER();
    if (!emu_current)
        return;
    if (abs(flags.scale_a) != 1 || abs(flags.scale_b) != 1)
        report_and_stop(cudaErrorLaunchFailure, KIND_MISTAKE, pc, NULL,
                        "imm-scale-a and imm-scale-b are 1 or -1", "%s with scales %d and %d",
                        which->name, flags.scale_a, flags.scale_b);
    issue(emu_current, &call, pc);
}

void emu_wgmma_fence(void)
{
    struct thread *t = emu_current;
    if (!t)
        return;
    struct warpgroup *g = warpgroup_of(t, "wgmma.fence", CALLER());
    accumulators_fence(t, &g->members[member_of(t)]);
}

void emu_wgmma_commit(void)
{
    struct thread *t = emu_current;
    if (!t)
        return;
    struct warpgroup *g = warpgroup_of(t, "wgmma.commit_group", CALLER());
    g->members[member_of(t)].commits++;
    trace_wgmma_commit(t, CALLER());
}

void emu_wgmma_wait(int groups)
{
    struct thread *t = emu_current;
    if (!t)
        return;
    const char *pc = CALLER();
    warpgroup_of(t, "wgmma.wait_group", pc);
    if (groups < 0 || groups > MOST_GROUPS)
        report_and_stop(cudaErrorLaunchFailure, KIND_MISTAKE, pc, NULL,
                        "use a number from 0 to 3, a literal: the instruction holds it",
                        "wait for wgmma until at most %d groups are pending", groups);
    warpgroup_join(&(struct collective){
        .op = OP_WGMMA_WAIT, .kind = groups, .bytes = __builtin_frame_address(0), .pc = pc});
    trace_wgmma_wait(emu_current, groups, pc);
}

// ---- Completion ---------------------------------------------------------------------------------

// The registers of a waiting thread are local arrays of functions that have not returned, so their
// addresses are above the frame of its call.
static bool is_gone(const struct thread *t, const void *d)
{
    return (uintptr_t)d - t->stack_low < stack_size() &&
           (uintptr_t)d < (uintptr_t)t->collective.bytes;
}

static void multiply(struct thread *first, const struct product *p)
{
    uint8_t a[MOST_ROWS * LINE_BYTES], b[MOST_COLUMNS * LINE_BYTES];
    const struct block *block = first->block;
    for (unsigned i = 0; i < GROUP_THREADS; i++)
        if (is_gone(first + i, p->d[i]))
            report_and_stop(cudaErrorLaunchFailure, KIND_MISTAKE, p->pc, NULL,
                            "execute wgmma.wait_group 0 in the function that has the array, or in "
                            "one that it calls",
                            "%s whose accumulators no longer exist when it is waited for",
                            p->which->name);
    if (p->a_in_registers)
        registers_to_lines(p, a);
    else
        tile_read(&p->a, block->window, a);
    tile_read(&p->b, block->window, b);
    if (p->negated)
        lines_negate(p->which, a);
    registers_multiply(first, p, a, b);
}

void wgmma_wait_complete(struct thread *first)
{
    struct block *b = first->block;
    struct warpgroup *g = &b->warpgroups->of[first->id / GROUP_THREADS];
    const unsigned commits = g->members[0].commits, under_way = (unsigned)first->collective.kind;
    unsigned done = 0;
    while (done < g->count && g->products[done]->commits + under_way < commits) {
        const struct product *p = g->products[done];
        if (p->came < GROUP_THREADS) {
            unsigned here[GROUP_WARPS];
            threads_of(p, here);
            warpgroup_report_diverged(first, p->which->name, p->pc, here);
            return;
        }
        if (!b->launch->is_sample)
            multiply(first, p);
        if (b->checked)
            reads_are_over(first, p);
        for (unsigned i = 0; i < GROUP_THREADS && b->checked; i++)
            accumulators_retire(&g->members[i], p->scattered[i] ? NULL : p->d[i]);
        done++;
    }
    retire(b, g, done);
    emu_writes += done != 0;
}

void warpgroup_end(struct block *b)
{
    for (unsigned g = 0; g < MAX_GROUPS; g++)
        retire(b, &b->warpgroups->of[g], b->warpgroups->of[g].count);
    b->grouped = false;
}

static bool wgmma_is_ahead(const struct thread *t, uintptr_t offset)
{
    const struct block *b = t->block;
    if (!b->grouped)
        return false;
    const struct warpgroup *g = &b->warpgroups->of[t->id / GROUP_THREADS];
    const uint32_t at = (uint32_t)(offset - arena_offset(b->window));
    bool any = false;
    for (unsigned i = 0; i < g->count; i++) {
        const struct product *p = g->products[i];
        if (!reads(&p->a, at, 1) && !reads(&p->b, at, 1))
            continue;
        if (p->d[member_of(t)])
            return false;
        any = true;
    }
    return any;
}

void wgmma_register(void)
{
    in_flight.wgmma_reads = wgmma_reads;
    in_flight.wgmma_is_ahead = wgmma_is_ahead;
}
