// SPDX-License-Identifier: MIT
#include "lower.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLACES = 1 << 14, ENOUGH_LOADS = 8, ENOUGH_FMA = 64 };
// Where nobody has seen the machine code: instructions for an address that is loaded from, in a
// loop that does little else, and stored to; for one turn of a loop between two barriers; beside an
// mma.
enum { ADDRESS_WORK = 5, FRAGMENT_WORK = 9, STORE_WORK = 2, TURN_WORK = 12 };
enum { SPARING_ACCUMULATORS = 100 }; // more of them: one block on an SM, 255 registers a thread
enum { DISPATCH = 72 };              // 64ths of a cycle that an FFMA takes
// Copies into padded rows: the engine counts 20 passes, an H200 8.9 and 11.1 (ncu_steps.tsv).
enum { COPY_PASSES = 10 };

struct lowering {
    const struct traced *at;
    uint32_t count;
    const struct lower_hint *hint;
    const struct gpu_time *gpu;
    struct stream *out;
    uint32_t *number;    // of each load, once it is written down
    uint32_t (*from)[5]; // of each mma: loads that its registers come from, + 1
    uint32_t *sum_from;  // of each mma: the mma whose sum it adds to, + 1
    bool *dropped;       // part of a wider load
    bool *wide;
    const uint8_t *miss; // by place: 16ths of its sectors that L1 does not have
    uint32_t loads, mmas;
    bool has_mma, has_ldmatrix, is_ahead, open_copies;
    uint8_t source; // the loads that feed the multiply-adds: REQ_LOAD_SHARED or REQ_LOAD
    uint32_t sources, sources_done;
    double work; // others than loads, stores and multiply-adds: for one multiplication
    double work_due;
    int turn_work; // between two barriers, beside them
    int address_work;
    double fma, fma_done;
    int outputs;
    uint32_t accumulators; // registers of the sums of all mma between two of one sum
};

static struct instr *emit(struct lowering *l, enum instruction kind, uint32_t place)
{
    struct stream *s = l->out;
    if (s->count == s->room) {
        s->room = s->room ? 2 * s->room : 1024;
        s->at = realloc(s->at, s->room * sizeof *s->at);
        if (!s->at)
            abort();
    }
    struct instr *in = &s->at[s->count++];
    *in = (struct instr){.kind = (uint8_t)kind, .times = 1, .place = place};
    return in;
}

static void emit_alu(struct lowering *l, int times, uint32_t place)
{
    if (times > 0)
        emit(l, IN_ALU, place)->times = (uint16_t)times;
}

// What goes with so many multiplications.
static void emit_work(struct lowering *l, double multiplies, uint32_t place)
{
    l->work_due += multiplies * l->work;
    const int times = (int)l->work_due;
    emit_alu(l, times, place);
    l->work_due -= times;
}

// ---- Single requests ----------------------------------------------------------------------------

static void emit_load(struct lowering *l, uint32_t i)
{
    const struct traced *r = &l->at[i];
    if (l->dropped[i])
        return;
    const bool shared = r->kind != REQ_LOAD;
    if (!shared)
        emit_alu(l, l->address_work, r->place);
    struct instr *in = emit(l, shared ? IN_LOAD_SHARED : IN_LOAD, r->place);
    in->wavefronts = l->wide[i] ? r->wide : r->passes;
    if (!shared)
        in->sectors = (uint16_t)(r->sectors * l->miss[r->place]);
    l->number[i] = ++l->loads;
}

static void emit_copy(struct lowering *l, const struct traced *r)
{
    emit_alu(l, l->address_work, r->place);
    struct instr *in = emit(l, IN_COPY, r->place);
    in->wavefronts = r->size == 16 ? 4 : 1;
    in->fill = r->passes < COPY_PASSES ? r->passes : COPY_PASSES;
    in->sectors = (uint16_t)(r->sectors * 16);
}

static void emit_mma(struct lowering *l, uint32_t i, uint32_t needs)
{
    const struct traced *r = &l->at[i];
    struct instr *in = emit(l, IN_MMA, r->place);
    in->needs = needs;
    in->interval = (uint8_t)(r->size == 8 ? r->work * 256 / 8 / 32 : r->work * l->gpu->mma / 16);
    for (int v = 0; v < 5; v++)
        if (l->from[i][v] && l->number[l->from[i][v] - 1] > in->needs)
            in->needs = l->number[l->from[i][v] - 1];
    if (l->sum_from[i])
        in->needs_mma = l->number[l->sum_from[i] - 1];
    l->number[i] = ++l->mmas;
    emit_work(l, 1, r->place);
}

// ---- Where registers come from ------------------------------------------------------------------

struct known {
    uint32_t value, from; // + 1
};
enum { KNOWN = 1 << 12 };

static struct known *slot(struct known *table, uint32_t value)
{
    return &table[(value * 2654435761u >> 16) % KNOWN];
}

static void find_sources(struct lowering *l)
{
    static struct known loads[KNOWN], sums[KNOWN];
    bool any_again = false;
    memset(loads, 0, sizeof loads);
    memset(sums, 0, sizeof sums);
    for (uint32_t i = 0; i < l->count; i++) {
        const struct traced *r = &l->at[i];
        for (int v = 0; r->kind == REQ_LDMATRIX && v < r->outs; v++)
            *slot(loads, r->out[v]) = (struct known){r->out[v], i + 1};
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
        *slot(sums, r->out[0]) = (struct known){r->out[0], i + 1};
    }
}

// ---- Loads that nvcc makes one ------------------------------------------------------------------

// Four loads of 4 bytes side by side, one after another or at one place.
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
                l->at[j].size == 4 && l->at[j].address == r->address + 4u * (unsigned)found)
                others[found++] = j;
        if (found < 4)
            continue;
        l->wide[i] = true;
        for (int q = 1; q < 4; q++)
            l->dropped[others[q]] = true;
    }
}

// ---- Segments of loads and arithmetic -----------------------------------------------------------

static bool is_source(const struct lowering *l, uint32_t i)
{
    const uint8_t kind = l->at[i].kind;
    return kind == l->source || kind == REQ_LDMATRIX || kind == REQ_LOAD_SHARED;
}

// After how many loads do the places repeat?
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

static void emit_fma(struct lowering *l, uint32_t sources, uint32_t needs, int chains,
                     uint32_t place)
{
    l->sources_done += sources;
    const double due = l->fma * l->sources_done / l->sources;
    const int times = (int)(due - l->fma_done + 0.5);
    l->fma_done += times;
    for (int left = times; left > 0; left -= 4096) {
        struct instr *in = emit(l, IN_FMA, place);
        in->times = (uint16_t)(left < 4096 ? left : 4096);
        in->needs = needs;
        in->dispatch = (uint8_t)(l->hint->facts ? l->hint->facts->dispatch : DISPATCH);
        in->chains = (uint8_t)(chains < 255 ? chains : 255);
    }
    emit_work(l, times, place);
}

static void emit_loads(struct lowering *l, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++)
        emit_load(l, i);
}

static void emit_fma_segment(struct lowering *l, uint32_t begin, uint32_t end)
{
    const bool hoists = l->source == REQ_LOAD_SHARED;
    uint32_t each = period(l, begin, end);
    const double per_load = l->fma / l->sources;
    const int chains = (int)(each * per_load < l->outputs ? each * per_load + 0.5 : l->outputs);
    while (each < end - begin && each < ENOUGH_LOADS && each * per_load < ENOUGH_FMA)
        each *= 2;
    if (l->source == REQ_LOAD_SHARED)
        merge_loads(l, begin, end);
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
        } else {
            emit_loads(l, done, ahead);
            done = ahead > done ? ahead : done;
            last = l->loads;
        }
        emit_fma(l, next - group, hoists ? needs : last, chains > 0 ? chains : 1,
                 l->at[group].place);
    }
}

// Loads that stand together, and the mma behind them, are a group. The loads of the next group go
// before the mma of this one unless the source has them so already.
static void emit_mma_segment(struct lowering *l, uint32_t begin, uint32_t end)
{
    uint32_t first_loads = 0;
    while (begin + first_loads < end && l->at[begin + first_loads].kind != REQ_MMA)
        first_loads++;
    // Does nvcc have registers to spare?
    const struct kernel_facts *facts = l->hint->facts;
    const bool hoists = !l->is_ahead && l->source != REQ_LOAD &&
                        (facts ? (uint32_t)facts->first_loads > first_loads
                               : l->accumulators > SPARING_ACCUMULATORS);
    uint32_t hoisted = begin; // loads before it are written down
    for (uint32_t i = begin; i < end;) {
        uint32_t first = i;
        while (i < end && l->at[i].kind != REQ_MMA)
            i++;
        for (uint32_t j = first > hoisted ? first : hoisted; j < i; j++)
            emit_load(l, j);
        const uint32_t needs = l->loads;
        const uint32_t before = needs < i - first ? 0 : needs - (i - first);
        uint32_t to = i;
        while (to < end && l->at[to].kind == REQ_MMA)
            to++;
        uint32_t next = to;
        while (next < end && l->at[next].kind != REQ_MMA)
            next++;
        if (hoists)
            emit_loads(l, to, next);
        if (hoists)
            hoisted = next;
        for (uint32_t j = i; j < to; j++) {
            emit_mma(l, j,
                     l->has_ldmatrix ? 0 : before + (j - i + 1) * (needs - before) / (to - i));
        }
        i = to;
    }
}

// Do the mma take what was loaded directly before them, or what was loaded earlier?
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

static void emit_segment(struct lowering *l, uint32_t begin, uint32_t end)
{
    bool mma = false;
    for (uint32_t i = begin; i < end; i++)
        mma |= l->at[i].kind == REQ_MMA;
    if (mma || l->has_mma)
        emit_mma_segment(l, begin, end);
    else
        emit_fma_segment(l, begin, end);
}

// ---- From global to shared memory, through registers --------------------------------------------

// nvcc moves the loads of such a run to its beginning.
static uint32_t emit_staging(struct lowering *l, uint32_t begin)
{
    uint32_t end = begin, stores = 0, loads = 0;
    for (; end < l->count; end++) {
        if (l->at[end].kind == REQ_LOAD)
            loads++;
        else if (l->at[end].kind == REQ_STORE_SHARED)
            stores++;
        else
            break;
    }
    for (uint32_t i = begin; i < end; i++)
        if (l->at[i].kind == REQ_LOAD)
            emit_load(l, i);
    const uint32_t base = l->loads - loads;
    uint32_t stored = 0;
    for (uint32_t i = begin; i < end; i++) {
        if (l->at[i].kind != REQ_STORE_SHARED)
            continue;
        stored++;
        struct instr *in = emit(l, IN_STORE_SHARED, l->at[i].place);
        in->wavefronts = l->at[i].passes;
        in->needs = loads ? base + (stored * loads + stores - 1) / stores : l->loads;
    }
    return end;
}

static void lower_warp(struct lowering *l)
{
    for (uint32_t i = 0; i < l->count;) {
        const struct traced *r = &l->at[i];
        if (is_source(l, i) || r->kind == REQ_MMA) {
            const uint32_t begin = i;
            while (i < l->count && (is_source(l, i) || l->at[i].kind == REQ_MMA))
                i++;
            emit_segment(l, begin, i);
            continue;
        }
        switch (r->kind) {
        case REQ_LOAD:
        case REQ_STORE_SHARED: i = emit_staging(l, i); continue;
        case REQ_COPY:
            emit_copy(l, r);
            l->open_copies = true;
            break;
        case REQ_STORE:
        case REQ_ATOMIC: {
            emit_alu(l, STORE_WORK, r->place);
            struct instr *in = emit(l, IN_STORE, r->place);
            in->wavefronts = r->passes;
            in->sectors = (uint16_t)(r->sectors * 16);
            break;
        }
        case REQ_WAIT: // for all, also those of no group yet
            if (r->groups == 0 && l->open_copies)
                emit(l, IN_COMMIT, r->place);
            l->open_copies = l->open_copies && r->groups > 0;
            emit(l, IN_WAIT, r->place)->groups = r->groups;
            break;
        case REQ_COMMIT:
            emit(l, IN_COMMIT, r->place);
            l->open_copies = false;
            break;
        case REQ_BARRIER:
            emit_alu(l, l->turn_work, r->place);
            emit(l, IN_BARRIER, r->place);
            break;
        default: break;
        }
        i++;
    }
    if (l->out->count == 0)
        emit_alu(l, 1, 0);
}

// ---- A block ------------------------------------------------------------------------------------

static void find_misses(const struct traced_block *block, uint8_t *miss)
{
    static uint32_t sectors[MOST_PLACES], fresh[MOST_PLACES];
    memset(sectors, 0, sizeof sectors);
    memset(fresh, 0, sizeof fresh);
    for (int w = 0; w < block->warps; w++)
        for (uint32_t i = 0; i < block->count[w]; i++) {
            sectors[block->of[w][i].place] += block->of[w][i].sectors;
            fresh[block->of[w][i].place] += block->of[w][i].fresh;
        }
    for (int p = 0; p < MOST_PLACES; p++)
        miss[p] =
            sectors[p] ? (uint8_t)((16 * (uint64_t)fresh[p] + sectors[p] - 1) / sectors[p]) : 0;
}

static void survey(struct lowering *l)
{
    uint32_t global = 0, shared = 0, stored = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        const struct traced *r = &l->at[i];
        l->has_mma |= r->kind == REQ_MMA;
        l->has_ldmatrix |= r->kind == REQ_LDMATRIX;
        global += r->kind == REQ_LOAD;
        shared += r->kind == REQ_LOAD_SHARED || r->kind == REQ_LDMATRIX;
        stored += r->kind == REQ_STORE ? r->size / 4u : 0;
    }
    l->source = shared ? REQ_LOAD_SHARED : REQ_LOAD;
    l->sources = shared ? shared : global;
    l->outputs = stored ? (int)stored : 1;
    l->fma = l->has_mma ? 0 : l->hint->multiply_adds;
    l->address_work = l->source == REQ_LOAD ? (l->has_mma ? FRAGMENT_WORK : 1) : ADDRESS_WORK;
    l->turn_work = TURN_WORK / 2;
    const struct kernel_facts *facts = l->hint->facts;
    if (!facts || facts->hot_multiplies == 0)
        return;
    l->address_work = 0;
    l->work = (double)facts->hot_others / facts->hot_multiplies;
    l->turn_work = (facts->turn_others - facts->hot_others) / 2;
}

struct lowered *lower(const struct traced_block *block, const struct lower_hint *hint,
                      const struct gpu_time *gpu)
{
    static uint8_t miss[MOST_PLACES];
    struct lowered *lowered = calloc(1, sizeof *lowered);
    if (!lowered)
        return NULL;
    find_misses(block, miss);
    lowered->warps = block->warps;
    for (int w = 0; w < block->warps; w++) {
        const uint32_t n = block->count[w] + 1;
        struct lowering l = {.at = block->of[w],
                             .count = block->count[w],
                             .hint = hint,
                             .gpu = gpu,
                             .out = &lowered->of[w],
                             .number = calloc(n, sizeof *l.number),
                             .from = calloc(n, sizeof *l.from),
                             .sum_from = calloc(n, sizeof *l.sum_from),
                             .dropped = calloc(n, sizeof *l.dropped),
                             .wide = calloc(n, sizeof *l.wide),
                             .miss = miss};
        survey(&l);
        find_sources(&l);
        l.is_ahead = loads_ahead(&l);
        lower_warp(&l);
        free(l.number);
        free(l.from);
        free(l.sum_from);
        free(l.dropped);
        free(l.wide);
    }
    return lowered;
}

void lowered_free(struct lowered *lowered)
{
    for (int w = 0; lowered && w < MOST_TRACED_WARPS; w++)
        free(lowered->of[w].at);
    free(lowered);
}
