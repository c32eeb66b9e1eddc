// SPDX-License-Identifier: MIT
//
// warp.c: operations of the 32 lanes of a warp: shuffles, votes, matches, reductions.
//
// A lane contributes its value and waits until every living lane of its mask has reached the same
// operation with the same mask. The last lane computes all results.
#include "sync.h"
#include "../check/check.h"
#include "../count/count.h"
#include "../fiber/fiber.h"
#include "../report/report.h"

#include <stdlib.h>
#include <string.h>

static struct thread *lane_of(struct block *b, unsigned warp, unsigned lane)
{
    unsigned id = warp * WARP + lane;
    return id < b->launch->threads_per_block ? &b->threads[id] : NULL;
}

static bool is_alive(const struct thread *t) { return t && t->state != THREAD_DONE; }

static bool waits_for(const struct thread *t, enum warp_op op, unsigned mask)
{
    return t->state == THREAD_AT_WARP_OP && t->collective.op == op && t->collective.mask == mask;
}

// The lane that `me` reads from, or -1 for its own value (PTX ISA, shfl.sync: five bits of the
// distance count).
static int source_lane(int me, const struct collective *c)
{
    const int segment = c->width - 1, first = me & ~segment, last = first | segment;
    const int distance = c->lane & (WARP - 1);
    int source;
    switch (c->kind) {
    case EMU_SHFL_UP: source = me - distance; return source < first ? -1 : source;
    case EMU_SHFL_DOWN: source = me + distance; return source > last ? -1 : source;
    case EMU_SHFL_XOR: source = me ^ distance; return source > last ? -1 : source;
    default: return first | (c->lane & segment);
    }
}

static uint32_t reduce(int kind, uint32_t a, uint32_t b)
{
    switch (kind) {
    case EMU_RED_ADD: return a + b;
    case EMU_RED_MIN_U: return a < b ? a : b;
    case EMU_RED_MAX_U: return a > b ? a : b;
    case EMU_RED_MIN_S: return (int32_t)a < (int32_t)b ? a : b;
    case EMU_RED_MAX_S: return (int32_t)a > (int32_t)b ? a : b;
    case EMU_RED_AND: return a & b;
    case EMU_RED_OR: return a | b;
    default: return a ^ b;
    }
}

static void report_absent_source(struct thread *t, int source)
{
    struct thread *before = emu_current;
    emu_current = t;
    report(KIND_WARP, t->collective.pc, NULL,
           "let every lane that is read from take part, with its bit in the mask",
           "shuffle: lane %u reads from lane %d, which does not take part", t->id % WARP, source);
    emu_current = before;
}

static void report_absent_lanes(struct thread *t, unsigned absent)
{
    struct thread *before = emu_current;
    emu_current = t;
    report(KIND_WARP, t->collective.pc, NULL,
           "build the mask before lanes return, from those that will take part "
           "(__ballot_sync), or let all lanes live until the last warp operation",
           "warp operation: mask %#010x names lanes that have returned (%#010x)",
           t->collective.mask, absent);
    emu_current = before;
}

// Computes the results for the lanes in `here`, all of which have arrived.
static void compute(struct block *b, unsigned warp, unsigned here)
{
    struct thread *lanes[WARP];
    unsigned ballot = 0, first = (unsigned)__builtin_ctz(here);
    uint32_t total = 0;
    for (unsigned i = 0; i < WARP; i++) {
        lanes[i] = here >> i & 1 ? lane_of(b, warp, i) : NULL;
        if (!lanes[i])
            continue;
        const struct collective *c = &lanes[i]->collective;
        ballot |= (unsigned)(c->predicate != 0) << i;
        total = i == first ? (uint32_t)c->value : reduce(c->kind, total, (uint32_t)c->value);
    }
    char *exchange = NULL;
    const struct collective *model = &lanes[first]->collective;
    if (model->op == OP_EXCHANGE) {
        // Two alternating buffers are enough: a lane can be one exchange ahead of another, never
        // two.
        unsigned turn = b->exchange_turn[warp] ^= 1;
        size_t need = WARP * model->size;
        if (b->exchange_size[warp][turn] < need) {
            free(b->exchange[warp][turn]);
            b->exchange[warp][turn] = malloc(need);
            b->exchange_size[warp][turn] = need;
            if (!b->exchange[warp][turn])
                fatal("no memory for an exchange of %zu bytes between lanes", need);
        }
        exchange = b->exchange[warp][turn];
        for (unsigned i = 0; i < WARP; i++)
            if (lanes[i])
                memcpy(exchange + i * model->size, lanes[i]->collective.bytes, model->size);
    }
    for (unsigned i = 0; i < WARP; i++) {
        if (!lanes[i])
            continue;
        struct collective *c = &lanes[i]->collective;
        int source;
        switch (c->op) {
        case OP_SHFL:
            source = source_lane((int)i, c);
            if (source >= 0 && !lanes[source])
                report_absent_source(lanes[i], source);
            c->result = source < 0 ? c->value : lanes[source] ? lanes[source]->collective.value : 0;
            break;
        case OP_VOTE:
            c->result = c->kind == EMU_VOTE_ALL   ? ballot == here
                        : c->kind == EMU_VOTE_ANY ? ballot != 0
                        : c->kind == EMU_VOTE_UNI ? ballot == 0 || ballot == here
                                                  : ballot;
            break;
        case OP_MATCH: {
            unsigned same = 0;
            for (unsigned j = 0; j < WARP; j++)
                if (lanes[j] && lanes[j]->collective.value == c->value)
                    same |= 1u << j;
            c->predicate = same == here;
            c->result = c->kind ? (same == here ? here : 0) : same; // kind 1: match_all
            break;
        }
        case OP_REDUCE: c->result = total; break;
        case OP_ACTIVEMASK: c->result = here; break;
        case OP_EXCHANGE: c->bytes = exchange; break;
        default: break;
        }
    }
}

static void complete_itself(struct block *b, unsigned warp, unsigned here,
                            const struct collective *c)
{
    struct thread *lanes[WARP];
    for (unsigned i = 0; i < WARP; i++)
        lanes[i] = lane_of(b, warp, i);
    c->complete(lanes, here);
}

static void finish(struct block *b, unsigned warp, unsigned here)
{
    struct thread *any = lane_of(b, warp, (unsigned)__builtin_ctz(here));
    if (any->collective.op != OP_ACTIVEMASK && !any->collective.complete) {
        unsigned absent = 0;
        for (unsigned i = 0; i < WARP; i++)
            if (lane_of(b, warp, i) && any->collective.mask >> i & 1 && !(here >> i & 1))
                absent |= 1u << i;
        if (absent)
            report_absent_lanes(any, absent);
    }
    if (any->collective.complete)
        complete_itself(b, warp, here, &any->collective);
    else
        compute(b, warp, here);
    if (any->collective.op == OP_SYNC && b->checked)
        order_syncwarp(b, warp, here);
    for (unsigned i = 0; i < WARP; i++)
        if (here >> i & 1)
            lane_of(b, warp, i)->state = THREAD_READY;
    b->events++;
}

// The living lanes of `mask` if all of them wait for this operation, else 0.
static unsigned complete(struct block *b, unsigned warp, enum warp_op op, unsigned mask)
{
    unsigned here = 0;
    for (unsigned i = 0; i < WARP; i++) {
        struct thread *t = mask >> i & 1 ? lane_of(b, warp, i) : NULL;
        if (!is_alive(t))
            continue;
        if (!waits_for(t, op, mask))
            return 0;
        here |= 1u << i;
    }
    return here;
}

struct collective *warp_join(const struct collective *mine)
{
    struct thread *t = emu_current;
    watchdog_look(t, mine->pc);
    if (t->block->launch->counted && mine->op != OP_ACTIVEMASK && !mine->complete)
        count_meeting(t, mine->pc);
    t->collective = *mine;
    t->state = THREAD_AT_WARP_OP;
    unsigned warp = t->id / WARP, lane = t->id % WARP;
    if (!(mine->mask >> lane & 1))
        report_and_stop(cudaErrorLaunchFailure, KIND_WARP, mine->pc, NULL,
                        "the mask must name every lane that calls, itself included",
                        "warp operation: lane %u calls with mask %#010x, which leaves it out", lane,
                        mine->mask);
    unsigned here = complete(t->block, warp, mine->op, mine->mask);
    if (here) {
        finish(t->block, warp, here);
    } else {
        t->block->in_warp_ops++;
        thread_wait(THREAD_AT_WARP_OP);
        t->block->in_warp_ops--;
    }
    return &t->collective;
}

void warp_thread_ended(struct thread *t)
{
    struct block *b = t->block;
    unsigned warp = t->id / WARP;
    for (unsigned i = 0; i < WARP && b->in_warp_ops > 0; i++) {
        struct thread *o = lane_of(b, warp, i);
        if (!o || o->state != THREAD_AT_WARP_OP || o->collective.op == OP_ACTIVEMASK)
            continue;
        unsigned here = complete(b, warp, o->collective.op, o->collective.mask);
        if (here)
            finish(b, warp, here);
    }
}

// __activemask() returns the lanes at the same location. They are known only when no lane can run
// any more.
bool warp_resolve_idle(struct block *b, unsigned warp)
{
    const char *pc = NULL;
    unsigned here = 0;
    for (unsigned i = 0; i < WARP; i++) {
        struct thread *t = lane_of(b, warp, i);
        if (!is_alive(t) || t->state != THREAD_AT_WARP_OP || t->collective.op != OP_ACTIVEMASK)
            continue;
        if (!pc)
            pc = t->collective.pc;
        if (t->collective.pc == pc)
            here |= 1u << i;
    }
    if (here)
        finish(b, warp, here);
    return here != 0;
}

void emu_syncwarp(unsigned mask)
{
    warp_join(&(struct collective){.op = OP_SYNC, .mask = mask, .pc = CALLER()});
}

unsigned emu_activemask(void)
{
    return (unsigned)warp_join(
               &(struct collective){.op = OP_ACTIVEMASK, .mask = ~0u, .pc = CALLER()})
        ->result;
}

uint32_t emu_shfl(enum emu_shuffle kind, unsigned mask, uint32_t value, int lane, int width)
{
    struct collective c = {.op = OP_SHFL,
                           .kind = (int)kind,
                           .mask = mask,
                           .value = value,
                           .lane = lane,
                           .width = width,
                           .pc = CALLER()};
    if (width < 1 || width > WARP || (width & (width - 1)))
        report_and_stop(cudaErrorLaunchFailure, KIND_WARP, c.pc, NULL, "use 1, 2, 4, 8, 16 or 32",
                        "shuffle of width %d", width);
    return (uint32_t)warp_join(&c)->result;
}

unsigned emu_vote(enum emu_vote kind, unsigned mask, int predicate)
{
    return (unsigned)warp_join(&(struct collective){.op = OP_VOTE,
                                                    .kind = (int)kind,
                                                    .mask = mask,
                                                    .predicate = predicate,
                                                    .pc = CALLER()})
        ->result;
}

unsigned emu_match_any(unsigned mask, uint64_t value)
{
    return (unsigned)warp_join(
               &(struct collective){
                   .op = OP_MATCH, .kind = 0, .mask = mask, .value = value, .pc = CALLER()})
        ->result;
}

unsigned emu_match_all(unsigned mask, uint64_t value, int *predicate)
{
    const struct collective *c = warp_join(&(struct collective){
        .op = OP_MATCH, .kind = 1, .mask = mask, .value = value, .pc = CALLER()});
    *predicate = c->predicate;
    return (unsigned)c->result;
}

uint32_t emu_reduce(enum emu_reduce kind, unsigned mask, uint32_t value)
{
    return (uint32_t)warp_join(&(struct collective){.op = OP_REDUCE,
                                                    .kind = (int)kind,
                                                    .mask = mask,
                                                    .value = value,
                                                    .pc = CALLER()})
        ->result;
}

void *emu_warp_exchange(unsigned mask, const void *mine, size_t bytes)
{
    return (void *)(uintptr_t)warp_join(
               &(struct collective){
                   .op = OP_EXCHANGE, .mask = mask, .bytes = mine, .size = bytes, .pc = CALLER()})
        ->bytes;
}
