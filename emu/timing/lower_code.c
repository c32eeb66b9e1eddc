// SPDX-License-Identifier: MIT
#include "lower_parts.h"

enum { MOST_PARTS = 4096, MOST_TIMES = 1 << 14 };

// Returns the whole instructions that are due and keeps the fraction.
static int take(struct lowering *l, enum unit unit)
{
    const int whole = l->due[unit] / 4;
    l->due[unit] -= 4 * whole;
    return whole;
}

static int share(int all, int part, int parts)
{
    return (int)((long)all * (part + 1) / parts - (long)all * part / parts);
}

static void emit(struct lowering *l, enum instruction kind, int times, uint32_t needs,
                 uint32_t place)
{
    for (int left = times; left > 0; left -= MOST_TIMES) {
        struct instr *in = lower_emit(l, kind, place);
        in->times = (uint16_t)(left < MOST_TIMES ? left : MOST_TIMES);
        in->needs = needs;
    }
}

static void emit_fma(struct lowering *l, int times, uint32_t needs, int chains, int along,
                     uint32_t place)
{
    const uint32_t from = l->out->count;
    emit(l, IN_FMA, times, needs, place);
    for (uint32_t i = from; i < l->out->count; i++) {
        l->out->at[i].chains = (uint8_t)(chains < 255 ? chains : 255);
        l->out->at[i].dispatch = 64;
        l->out->at[i].beside = (uint8_t)along;
    }
}

// While a chain of multiply-adds waits for its results, the warp issues integer instructions: at
// most one for each multiply-add, or for two of them if other chains fill the time. Returns how
// many, in 16ths for each multiply-add.
static int beside(const struct lowering *l, int fma, int alu, int chains)
{
    const int most = chains == 1 && l->gpu->fma_latency > 3 ? 16 : 8;
    const int wanted = fma > 0 ? 16 * alu / fma : 0;
    return wanted < most ? wanted : most;
}

// Instructions of different kinds are interleaved, in as many parts as the slowest kind has
// instructions. Each shuffle depends on what was computed before it, and what follows depends on
// the shuffle.
void lower_code(struct lowering *l, uint32_t begin, uint32_t end, uint32_t needs)
{
    int deep = 0, all[UNITS];
    if (!l->counted || begin >= end)
        return;
    for (uint32_t i = begin; i < end && i < l->count; i++) {
        for (int u = 0; u < UNITS; u++)
            l->due[u] += (int)l->at[i].before.of[u];
        deep += (int)l->at[i].before.deep;
    }
    for (int u = 0; u < UNITS; u++)
        all[u] = take(l, (enum unit)u);
    const int ilp = deep > 0 ? (4 * all[UNIT_FMA] + deep / 2) / deep : 1;
    const int chains = ilp > 1 ? ilp : 1;
    const int slow = all[UNIT_SPECIAL] + all[UNIT_DOUBLE];
    const int most = (slow > all[UNIT_SHUFFLE] ? slow : all[UNIT_SHUFFLE]) + 1;
    const int parts = most < MOST_PARTS ? most : MOST_PARTS;
    const uint32_t place = l->at[begin].place;
    const int along = most == 1 ? beside(l, all[UNIT_FMA], all[UNIT_ALU], chains) : 0;
    all[UNIT_ALU] -= all[UNIT_FMA] * along / 16;
    for (int p = 0; p < parts; p++) {
        emit_fma(l, share(all[UNIT_FMA], p, parts), needs, chains, along, place);
        emit(l, IN_ALU, share(all[UNIT_ALU], p, parts), needs, place);
        emit(l, IN_SPECIAL, share(all[UNIT_SPECIAL], p, parts), needs, place);
        emit(l, IN_DOUBLE, share(all[UNIT_DOUBLE], p, parts), needs, place);
        for (int s = share(all[UNIT_SHUFFLE], p, parts); s > 0; s--) {
            emit(l, IN_LOAD_SHARED, 1, needs, place);
            l->out->at[l->out->count - 1].wavefronts = 1;
            needs = ++l->loads;
        }
    }
}
