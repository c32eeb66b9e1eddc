// SPDX-License-Identifier: MIT
#include "lower_parts.h"

#include <string.h>

// ---- Sources of registers -----------------------------------------------------------------------

struct producer {
    uint32_t value, from; // + 1
};
enum { PRODUCERS = 1 << 12 };

static struct producer *slot(struct producer *table, uint32_t value)
{
    return &table[(value * 2654435761u >> 16) % PRODUCERS];
}

// Does an mma use values loaded directly before it, or values loaded earlier?
static bool loads_ahead(const struct lowering *l)
{
    uint32_t near = 0, far = 0, run = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        if (l->at[i].kind == REQ_LDMATRIX && (i == 0 || l->at[i - 1].kind != REQ_LDMATRIX))
            run = i;
        if (l->at[i].kind != REQ_MMA)
            continue;
        bool is_near = false, any = false;
        for (int v = 0; v < 5; v++) {
            any |= l->from[i][v] > 0;
            is_near |= l->from[i][v] > run;
        }
        near += is_near;
        far += any && !is_near;
    }
    return far > near;
}

void lower_find_sources(struct lowering *l)
{
    static struct producer loads[PRODUCERS], sums[PRODUCERS];
    bool any_again = false;
    memset(loads, 0, sizeof loads);
    memset(sums, 0, sizeof sums);
    for (uint32_t i = 0; i < l->count; i++) {
        const struct traced *r = &l->at[i];
        for (int v = 0; r->kind == REQ_LDMATRIX && v < r->outs; v++)
            *slot(loads, r->out[v]) = (struct producer){r->out[v], i + 1};
        if (r->kind != REQ_MMA)
            continue;
        for (int v = 0; v < r->ins; v++)
            if (slot(loads, r->in[v])->value == r->in[v])
                l->from[i][v] = slot(loads, r->in[v])->from;
        if (r->in[5] && slot(sums, r->in[5])->value == r->in[5])
            l->sum_from[i] = slot(sums, r->in[5])->from;
        if (!l->sum_from[i] && !any_again)
            l->accumulators += r->size == 8 ? 8 : 4;
        any_again |= l->sum_from[i] > 0;
        *slot(sums, r->out[0]) = (struct producer){r->out[0], i + 1};
    }
    l->is_ahead = loads_ahead(l);
}

// ---- Loads that nvcc combines -------------------------------------------------------------------

// nvcc must know that the addresses are adjacent: not if an address comes from a load, or if it is
// computed in more than one instruction (from an index modulo the size of an array, for example).
static bool is_adjacent_for_nvcc(const struct lowering *l, const struct traced *r)
{
    enum { TWO = 8 }; // in quarters
    return !r->follows && !(l->counted && r->before.of[UNIT_ALU] >= TWO);
}

// Combines four adjacent loads of 4 bytes, at consecutive locations or at the same one.
static void merge_loads(struct lowering *l, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++) {
        const struct traced *r = &l->at[i];
        if (r->kind != REQ_LOAD_SHARED || l->dropped[i] || l->wide[i] || r->wide == 0)
            continue;
        uint32_t others[4] = {i};
        int found = 1;
        for (uint32_t j = i + 1; j < end && j < i + 160 && found < 4; j++)
            if (l->at[j].kind == REQ_LOAD_SHARED && !l->dropped[j] && !l->wide[j] &&
                l->at[j].size == 4 &&
                l->at[j].address == r->address + (uint64_t)4 * (unsigned)found &&
                is_adjacent_for_nvcc(l, &l->at[j]))
                others[found++] = j;
        if (found < 4)
            continue;
        l->wide[i] = true;
        for (int q = 1; q < 4; q++)
            l->dropped[others[q]] = true;
    }
}

// ---- Segments of loads and arithmetic -----------------------------------------------------------

void lower_work(struct lowering *l, double multiplies, uint32_t place)
{
    l->work_due += multiplies * l->work;
    const int times = (int)l->work_due;
    lower_alu(l, times, place);
    l->work_due -= times;
}

static void emit_mma(struct lowering *l, uint32_t i, uint32_t needs)
{
    const struct traced *r = &l->at[i];
    struct instr *in = lower_emit(l, IN_MMA, r->place);
    in->needs = needs;
    in->interval = (uint16_t)(r->size == 8 ? r->work * 16 : r->work * l->gpu->mma / 16);
    for (int v = 0; v < 5; v++)
        if (l->from[i][v] && l->number[l->from[i][v] - 1] > in->needs)
            in->needs = l->number[l->from[i][v] - 1];
    if (l->sum_from[i])
        in->needs_mma = l->number[l->sum_from[i] - 1];
    l->number[i] = ++l->mmas;
    lower_work(l, 1, r->place);
}

bool lower_is_source(const struct lowering *l, uint32_t i)
{
    const uint8_t kind = l->at[i].kind;
    return kind == l->source || kind == REQ_LDMATRIX || kind == REQ_LOAD_SHARED;
}

// The number of loads after which the locations repeat.
static uint32_t period(const struct lowering *l, uint32_t begin, uint32_t end)
{
    for (uint32_t g = 1; g <= (end - begin) / 2; g++) {
        uint32_t i = begin;
        while (i + g < end && l->at[i].place == l->at[i + g].place)
            i++;
        if (i + g == end)
            return g;
    }
    return end - begin;
}

// Loads with known addresses first, then those whose address depends on an earlier load.
static void emit_loads(struct lowering *l, uint32_t begin, uint32_t end)
{
    for (int follow = 0; follow < 2; follow++)
        for (uint32_t i = begin; i < end; i++)
            if (l->at[i].follows == follow)
                lower_load(l, i);
}

static void emit_fma(struct lowering *l, int times, uint32_t needs, int chains, uint32_t place)
{
    for (int left = times; left > 0; left -= 4096) {
        struct instr *in = lower_emit(l, IN_FMA, place);
        in->times = (uint16_t)(left < 4096 ? left : 4096);
        in->needs = needs;
        in->dispatch = (uint8_t)(l->hint->facts ? l->hint->facts->dispatch : fitted.dispatch);
        in->chains = (uint8_t)(chains < 255 ? chains : 255);
    }
    lower_work(l, times, place);
}

// The multiply-adds of so many loads. nvcc interleaves the loads [begin, end) of the next group.
static void emit_group(struct lowering *l, uint32_t sources, uint32_t needs, int chains,
                       uint32_t begin, uint32_t end, uint32_t place)
{
    l->sources_done += sources;
    const double due = l->fma * l->sources_done / l->sources;
    const int times = (int)(due - l->fma_done + 0.5);
    l->fma_done += times;
    int loads = 0, load = 0, done = 0;
    for (uint32_t i = begin; i < end; i++)
        loads += !l->dropped[i];
    for (uint32_t i = begin; i < end; i++) {
        if (l->dropped[i])
            continue;
        lower_load(l, i);
        const int until = times * ++load / loads;
        emit_fma(l, until - done, needs, chains, place);
        done = until;
    }
    emit_fma(l, times - done, needs, chains, place);
}

// Does the address of the next load depend on the load before it? Then it cannot be loaded ahead.
static bool is_chain(const struct lowering *l, uint32_t next, uint32_t end)
{
    return next < end && l->at[next].follows;
}

// The loads that nvcc moves to the beginning of a loop iteration, after it has unrolled the loop:
// four times, and four times again if the addresses differ by constants. `each`: the loads of an
// iteration.
static uint32_t loads_together(const struct lowering *l, uint32_t begin, uint32_t end,
                               uint32_t each, double per_load)
{
    enum { UNROLLED_AGAIN = 16, MOST_LOADS = 48 };
    const uint32_t once = each;
    if (l->counted && l->source == REQ_LOAD && begin + once < end && l->at[begin + once].varies)
        return once; // a loop that nvcc does not unroll
    while (each < end - begin && each < ENOUGH_LOADS && each * per_load < ENOUGH_FMA)
        each *= 2;
    if (!l->counted || l->source != REQ_LOAD)
        return each;
    for (uint32_t i = begin + once; i < end && i < begin + 2 * once; i++) // of the second iteration
        if (!is_adjacent_for_nvcc(l, &l->at[i]))
            return each;
    return once * UNROLLED_AGAIN <= MOST_LOADS ? once * UNROLLED_AGAIN : each;
}

static void emit_fma_segment(struct lowering *l, uint32_t begin, uint32_t end)
{
    uint32_t each = period(l, begin, end);
    const bool hoists = l->source == REQ_LOAD_SHARED && !is_chain(l, begin + each, end);
    const double per_load = l->fma / l->sources;
    const int chains = (int)(each * per_load < l->outputs ? each * per_load + 0.5 : l->outputs);
    l->most_chains = chains > l->most_chains ? chains : l->most_chains;
    uint32_t brought = 0;
    for (uint32_t i = begin; i < end && i < begin + each; i++)
        brought += (l->at[i].size + 3u) / 4;
    if (chains <= l->outputs && brought > l->brought)
        l->brought = brought < 64 ? brought : 64;
    each = loads_together(l, begin, end, each, per_load);
    if (l->source == REQ_LOAD_SHARED)
        merge_loads(l, begin, end);
    lower_code(l, begin, begin + 1, l->loads);
    uint32_t done = begin, last = l->loads;
    for (uint32_t group = begin; group < end; group += each) {
        const uint32_t next = group + each < end ? group + each : end;
        const uint32_t ahead = hoists ? (next + each < end ? next + each : end) : next;
        if (group == begin) {
            emit_loads(l, done, next);
            last = l->loads;
            done = next;
        }
        const uint32_t needs = last;
        if (!hoists && group > begin) {
            emit_loads(l, done, next);
            done = next;
            last = l->loads;
        }
        emit_group(l, next - group, hoists ? needs : last, chains > 0 ? chains : 1, done,
                   hoists ? ahead : done, l->at[group].place);
        lower_code(l, group + 1, next < end ? next + 1 : end, hoists ? needs : last);
        done = ahead > done ? ahead : done;
        last = l->loads;
    }
}

// Does an mma of [begin, end) use a value loaded from `first` on?
static bool takes_from(const struct lowering *l, uint32_t first, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++)
        for (int v = 0; v < 5; v++)
            if (l->from[i][v] > first && l->from[i][v] <= begin)
                return true;
    return false;
}

// nvcc interleaves later loads with the mma, so that no warp fills its memory queue while the
// tensor cores are idle. It puts them into the first half of the mma, so that the last load has
// time to complete.
static void emit_mma_group(struct lowering *l, uint32_t begin, uint32_t end, uint32_t load,
                           uint32_t loads_end, uint32_t before)
{
    const uint32_t needs = l->loads, loads = loads_end - load, first = load;
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t done = i - begin + 1;
        emit_mma(l, i, l->has_ldmatrix ? 0 : before + done * (needs - before) / (end - begin));
        while (load < loads_end && (load - first) * (end - begin) < 2 * loads * done)
            lower_load(l, load++);
    }
}

// Adjacent loads and the mma after them form a group. The loads of the next group are interleaved
// with the mma of this one if nvcc has registers to spare. The loads of a single mma always are,
// because there it is one fragment.
static void emit_mma_segment(struct lowering *l, uint32_t begin, uint32_t end)
{
    uint32_t first_loads = 0;
    while (begin + first_loads < end && l->at[begin + first_loads].kind != REQ_MMA)
        first_loads++;
    uint32_t brought = 0;
    for (uint32_t i = begin; i < begin + first_loads; i++)
        brought += l->at[i].outs ? l->at[i].outs : (l->at[i].size + 3u) / 4;
    l->brought = brought > l->brought && brought < 64 ? brought : l->brought;
    const bool hoists = !l->is_ahead && l->source != REQ_LOAD,
               spares = (int)l->accumulators > fitted.sparing;
    uint32_t loaded = begin; // loads before it have been emitted
    for (uint32_t i = begin; i < end;) {
        uint32_t first = i > loaded ? i : loaded;
        while (i < end && l->at[i].kind != REQ_MMA)
            i++;
        uint32_t to = i;
        while (to < end && l->at[to].kind == REQ_MMA)
            to++;
        uint32_t next = to;
        while (next < end && l->at[next].kind != REQ_MMA)
            next++;
        const uint32_t before = l->loads;
        if (l->has_ldmatrix && first < i &&
            !takes_from(l, first, i, to)) { // the source loads ahead
            emit_mma_group(l, i, to, first, i, before);
            loaded = i;
        } else {
            for (uint32_t j = first; j < i; j++)
                lower_load(l, j);
            loaded = hoists && (spares || (l->has_ldmatrix && next - to == 1)) ? next : to;
            emit_mma_group(l, i, to, to, loaded, before);
        }
        i = to;
    }
}

void lower_segment(struct lowering *l, uint32_t begin, uint32_t end)
{
    bool mma = false;
    for (uint32_t i = begin; i < end; i++)
        mma |= l->at[i].kind == REQ_MMA;
    if (mma || l->has_mma)
        emit_mma_segment(l, begin, end);
    else
        emit_fma_segment(l, begin, end);
}
