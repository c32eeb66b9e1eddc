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

static void emit(struct lowering *l, enum instruction kind, int times, uint32_t needs, int chains,
                 uint32_t place)
{
    for (int left = times; left > 0; left -= MOST_TIMES) {
        struct instr *in = lower_emit(l, kind, place);
        in->times = (uint16_t)(left < MOST_TIMES ? left : MOST_TIMES);
        in->needs = needs;
        in->chains = (uint8_t)(chains < 255 ? chains : 255);
        in->dispatch = 64;
    }
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
    const int ilp = deep > 0 ? 4 * all[UNIT_FMA] / deep : 1, chains = ilp > 1 ? ilp : 1;
    const int slow = all[UNIT_SPECIAL] + all[UNIT_DOUBLE];
    const int most = (slow > all[UNIT_SHUFFLE] ? slow : all[UNIT_SHUFFLE]) + 1;
    const int parts = most < MOST_PARTS ? most : MOST_PARTS;
    const uint32_t place = l->at[begin].place;
    for (int p = 0; p < parts; p++) {
        emit(l, IN_FMA, share(all[UNIT_FMA], p, parts), needs, chains, place);
        emit(l, IN_ALU, share(all[UNIT_ALU], p, parts), needs, 0, place);
        emit(l, IN_SPECIAL, share(all[UNIT_SPECIAL], p, parts), needs, 0, place);
        emit(l, IN_DOUBLE, share(all[UNIT_DOUBLE], p, parts), needs, 0, place);
        for (int s = share(all[UNIT_SHUFFLE], p, parts); s > 0; s--) {
            emit(l, IN_LOAD_SHARED, 1, needs, 0, place);
            l->out->at[l->out->count - 1].wavefronts = 1;
            needs = ++l->loads;
        }
    }
}
