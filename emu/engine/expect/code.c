// SPDX-License-Identifier: MIT
//
// code.c: finds the instructions that a thread executes between two memory requests.
#include "code.h"
#include "../count/count.h"
#include "../program/program.h"

#include <stdlib.h>
#include <string.h>

struct between {
    uint32_t from, to; // locations
    struct mix mix;
    bool follows, varies;
    uint64_t loops; // loops on the path
};
enum { PAIRS = 1 << 12 };
static struct between *pairs; // a hash table; to == 0: unused
static bool indexes_local;

// If the path is unknown, for example between two functions.
static const struct mix unknown = {.of = {[UNIT_ALU] = 20}};

static size_t call_of(uint32_t place)
{
    return code_index(address_in_file(count_places[place].pc));
}

// nvcc unrolls a loop by four. Its iterations wait for each other only where one uses a result of
// the one before.
static void find_between(struct between *b, bool loads)
{
    static uint32_t list[4 * CODE_WINDOW];
    static struct flow flow;
    const size_t to = call_of(b->to);
    const size_t from = b->from ? call_of(b->from) + 1 : code_entry(to);
    b->mix = unknown;
    if (to >= code_count || from >= code_count)
        return;
    const size_t n = from == to ? 0 : code_way(from, to, list);
    if (n == 0 && from != to)
        return;
    memset(&flow, 0, sizeof flow);
    b->mix = (struct mix){{0}, 0};
    for (size_t i = 0; i < n; i++) {
        const struct code *c = &code_at[list[i]];
        const double turns = turns_of(c->at);
        const int loop = turns_index(c->at);
        b->loops |= loop >= 0 ? (uint64_t)1 << loop : 0;
        for (int u = 0; u < UNITS; u++)
            b->mix.of[u] += (uint32_t)(c->cost.of[u] * turns + 0.5);
    }
    const double repeated = flow_follow(&flow, list, n, loads);
    indexes_local |= flow.indexes_local;
    b->varies = flow_varies(&flow, list, n);
    b->mix.deep = (uint32_t)(flow.deepest + repeated);
    if (b->from == b->to) {
        const int once = flow.deepest;
        flow_follow(&flow, list, n, loads);
        const int again = flow.deepest - once; // latency that each iteration adds after the one
                                               // before
        b->mix.deep = (uint32_t)(again + (once - again) / 4.0 + repeated);
    }
    // The address is the first argument of a load's callout, and the third of emu_atomic().
    const bool is_atomic = count_places[b->to].kind == NOTE_ATOMIC;
    b->follows = loads && flow_is_loaded(&flow, is_atomic ? "%rdx" : "%rdi");
}

static const struct between *between(uint32_t from, uint32_t to, bool loads)
{
    size_t at = (from * 2654435761u ^ to * 40503u) % PAIRS;
    static struct between other;
    for (size_t tries = 0; tries < PAIRS / 2; tries++, at = (at + 1) % PAIRS) {
        if (pairs[at].from == from && pairs[at].to == to)
            return &pairs[at];
        if (pairs[at].to == 0) {
            pairs[at] = (struct between){.from = from, .to = to};
            find_between(&pairs[at], loads);
            return &pairs[at];
        }
    }
    other = (struct between){.from = from, .to = to};
    find_between(&other, loads);
    return &other;
}

static void add_mix(struct mix *to, const struct mix *repeated)
{
    for (int u = 0; u < UNITS; u++)
        to->of[u] += repeated->of[u];
    to->deep += repeated->deep;
}

static void mixes_of_warp(struct traced *at, uint32_t *count, bool wanted)
{
    struct mix sum = {{0}, 0};
    uint32_t kept = 0, last = 0;
    for (uint32_t i = 0; i < *count; i++) {
        if (wanted) {
            const bool loads =
                i > 0 && (at[i - 1].kind == REQ_LOAD || at[i - 1].kind == REQ_LOAD_SHARED);
            const struct between *b = between(last, at[i].place, loads);
            add_mix(&sum, &b->mix);
            at[i].follows = b->follows;
            at[i].varies = b->varies;
            last = at[i].place;
        }
        if (at[i].kind == REQ_MEETING) {
            if (wanted && call_of(last) < code_count)
                add_mix(&sum, &code_at[call_of(last)].cost);
            continue;
        }
        at[kept] = at[i];
        at[kept++].before = sum;
        sum = (struct mix){{0}, 0};
    }
    *count = kept;
}

// How often does the first warp pass each loop that makes no memory requests?
static void share_turns(struct traced_block *block)
{
    uint32_t times[MOST_LOOPS] = {0};
    turns_share(times);
    for (uint32_t i = 0, last = 0; i < block->count[0]; last = block->of[0][i++].place)
        for (uint64_t on = between(last, block->of[0][i].place, false)->loops; on; on &= on - 1)
            times[__builtin_ctzll(on)]++;
    if (!turns_share(times))
        block->incomplete = "a loop turns too often without asking for memory";
    memset(pairs, 0, PAIRS * sizeof *pairs);
}

static bool mark_requests(const struct traced_block *block)
{
    uintptr_t low = UINTPTR_MAX, high = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int w = 0; w < block->warps; w++)
            for (uint32_t i = 0; i < block->count[w]; i++) {
                const char *pc = count_places[block->of[w][i].place].pc;
                if (module_of(pc))
                    return false;
                const uintptr_t at = address_in_file(pc);
                low = at < low ? at : low;
                high = at > high ? at : high;
                if (pass == 1 && code_index(at) < code_count)
                    code_at[code_index(at)].is_request = true;
            }
        if (high == 0)
            return false;
        if (pass == 1)
            break;
        code_read(low, high);
        for (size_t i = 0; i < code_count; i++)
            code_at[i].is_request = false;
    }
    return code_count > 0;
}

// Local arrays that a GPU cannot hold in registers are in local memory, whose traffic is not
// simulated. g++ needs more room than nvcc for the same values: 2,984 bytes in a GEMM that nvcc
// compiles without spills.
static const char *local_memory(const struct traced_block *block)
{
    enum { BYTES_OF_REGISTERS = 4 * 255, COPIES = 4 };
    static bool seen[MAX_PLACES];
    memset(seen, 0, sizeof seen);
    for (uint32_t i = 0; i < block->count[0]; i++) {
        if (seen[block->of[0][i].place])
            continue;
        seen[block->of[0][i].place] = true;
        const size_t at = call_of(block->of[0][i].place);
        if (at < code_count && code_frame(at) > (size_t)COPIES * BYTES_OF_REGISTERS)
            return "its local arrays do not fit in registers";
    }
    return indexes_local ? "an index of a local array comes from memory, so the array is not in "
                           "registers"
                         : NULL;
}

void code_mixes(struct traced_block *block, bool wanted)
{
    indexes_local = false;
    if (wanted) {
        block->has_code = mark_requests(block);
        free(pairs);
        pairs = calloc(PAIRS, sizeof *pairs);
        if (!pairs)
            fatal("no memory for the program's code (EMU_EXPECT)");
        if (block->has_code && turns_counted())
            share_turns(block);
    }
    for (int w = 0; w < block->warps; w++)
        mixes_of_warp(block->of[w], &block->count[w], block->has_code);
    if (block->has_code && !block->incomplete)
        block->incomplete = local_memory(block);
}
