// SPDX-License-Identifier: MIT
#include "lower_parts.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { MOST_REGISTERS = 255 }; // of a thread

struct instr *lower_emit(struct lowering *l, enum instruction kind, uint32_t place)
{
    struct stream *s = l->out;
    if (s->count == s->room) {
        s->room = s->room ? 2 * s->room : 1024;
        s->at = must(realloc(s->at, s->room * sizeof *s->at));
    }
    struct instr *in = &s->at[s->count++];
    *in = (struct instr){.kind = (uint8_t)kind, .times = 1, .place = place};
    return in;
}

void lower_alu(struct lowering *l, int times, uint32_t place)
{
    if (times > 0)
        lower_emit(l, IN_ALU, place)->times = (uint16_t)times;
}

// ---- Single requests ----------------------------------------------------------------------------

// The passes of a load from shared memory in addition to those that its bytes need: eight lanes at
// a time if each lane loads 16.
static uint16_t conflicts(const struct traced *r, bool wide)
{
    const unsigned passes = wide ? r->wide : r->passes;
    const unsigned words = wide ? 4 : r->kind == REQ_LDMATRIX ? r->outs : (r->size + 3u) / 4;
    return (uint16_t)(passes > words ? passes - words : 0);
}

void lower_load(struct lowering *l, uint32_t i)
{
    const struct traced *r = &l->at[i];
    if (l->dropped[i])
        return;
    const bool shared = r->kind != REQ_LOAD;
    if (!shared)
        lower_alu(l, l->address_work, r->place);
    struct instr *in = lower_emit(l, shared ? IN_LOAD_SHARED : IN_LOAD, r->place);
    in->wavefronts = l->wide[i] ? r->wide : r->passes;
    if (shared)
        in->conflicts = conflicts(r, l->wide[i]);
    if (r->follows)
        in->needs = l->number[i - 1];
    if (!shared) {
        const uint32_t own = l->common && l->common[r->place] ? l->own : 16;
        in->sectors = r->sectors * l->miss[l->miss_of[i]].l1 * own / 16;
        in->dram = r->sectors * l->miss[l->miss_of[i]].dram * own / 16;
    }
    if (in->sectors > 0)
        l->last_miss = l->loads + 1;
    l->number[i] = ++l->loads;
}

static void emit_copy(struct lowering *l, const struct traced *r)
{
    lower_alu(l, l->address_work, r->place);
    struct instr *in = lower_emit(l, IN_COPY, r->place);
    in->wavefronts = r->size == 16 ? 4 : 1;
    const uint32_t passes = r->passes > in->wavefronts
                                ? r->passes
                                : (r->passes + WRITTEN_AT_ONCE - 1u) / WRITTEN_AT_ONCE;
    in->fill =
        (uint16_t)(passes < (unsigned)fitted.copy_passes ? passes : (unsigned)fitted.copy_passes);
    in->sectors = (uint32_t)(r->sectors * 16);
    in->dram = (uint32_t)(r->dram * 16);
}

// ---- From global to shared memory, through registers --------------------------------------------

// nvcc moves the loads of such a run to its beginning. If sums leave few registers, it loads eight
// at a time, or as many as the kernel's facts say.
static uint32_t emit_staging(struct lowering *l, uint32_t begin)
{
    enum { FEW = 8 };
    const struct kernel_facts *facts = l->hint->facts;
    uint32_t end = begin, stores = 0, loads = 0;
    for (; end < l->count; end++) {
        if (l->at[end].kind == REQ_LOAD)
            loads++;
        else if (l->at[end].kind == REQ_STORE_SHARED)
            stores++;
        else
            break;
    }
    const bool few = l->has_mma && stores == loads && (int)l->accumulators > fitted.sparing;
    uint32_t waits = few ? (loads + FEW - 1) / FEW : 1; // number of waits, one after another
    if (facts && facts->waits > 0)
        waits = (uint32_t)facts->waits;
    const uint32_t base = l->loads;
    uint32_t load = begin, loaded = 0, stored = 0;
    for (uint32_t i = begin; i <= end; i++) {
        const bool store = i < end && l->at[i].kind == REQ_STORE_SHARED;
        const uint32_t turn = stores ? stored * waits / stores + 1 : waits;
        const uint32_t want = i == end ? loads : (turn * loads + waits - 1) / waits;
        if (!store && i < end)
            continue;
        for (; load < end && loaded < want; load++)
            if (l->at[load].kind == REQ_LOAD) {
                lower_code(l, load, load + 1, 0);
                lower_load(l, load);
                loaded++;
            }
        if (!store)
            continue;
        stored++;
        const uint32_t needs =
            loads && stores ? base + (stored * loads + stores - 1) / stores : l->loads;
        lower_code(l, i, i + 1, needs);
        struct instr *in = lower_emit(l, IN_STORE_SHARED, l->at[i].place);
        in->wavefronts = l->at[i].passes;
        in->needs = needs;
    }
    return end;
}

static int sums_of(const struct lowering *l) // in registers
{
    const int sums = l->has_mma ? (int)l->accumulators : l->most_chains;
    return sums < 128 ? sums : 128;
}

// ---- Partial results of other blocks ------------------------------------------------------------

// Does the block combine partial results? These are loads after a fence that do not fill shared
// memory.
static bool adds_parts(const struct lowering *l, uint32_t begin)
{
    while (begin < l->count && l->at[begin].kind == REQ_LOAD)
        begin++;
    return l->after_fence && !l->counted && begin < l->count &&
           l->at[begin].kind != REQ_STORE_SHARED;
}

// How many of these loads are in flight together: from the kernel's facts, or as many as fit into
// registers in addition to the sums.
static uint32_t together(const struct lowering *l, uint32_t words)
{
    enum { MOST_WORDS = 32 };
    const struct kernel_facts *facts = l->hint->facts;
    if (facts && facts->together > 0)
        return (uint32_t)facts->together;
    int spare = (int)l->registers - sums_of(l) - fitted.addresses;
    spare = spare < MOST_WORDS ? spare : MOST_WORDS;
    return spare > (int)words ? (uint32_t)spare / words : 1;
}

static uint32_t emit_parts(struct lowering *l, uint32_t begin)
{
    const uint32_t words = (l->at[begin].size + 3u) / 4, ahead = together(l, words);
    uint32_t end = begin;
    while (l->at[end].kind == REQ_LOAD)
        end++;
    for (uint32_t i = begin; i < end + ahead; i++) {
        if (i >= begin + ahead) {
            struct instr *in = lower_emit(l, IN_FMA, l->at[i - ahead].place); // FADD
            in->times = (uint16_t)words;
            in->needs = l->number[i - ahead];
            in->dispatch = 64;
        }
        if (i < end)
            lower_load(l, i);
    }
    l->after_fence = false;
    return end;
}

static void lower_warp(struct lowering *l)
{
    for (uint32_t i = 0; i < l->count;) {
        const struct traced *r = &l->at[i];
        if (lower_is_source(l, i) || r->kind == REQ_MMA) {
            const uint32_t begin = i;
            while (i < l->count && (lower_is_source(l, i) || l->at[i].kind == REQ_MMA))
                i++;
            lower_segment(l, begin, i);
            continue;
        }
        switch (r->kind) {
        case REQ_LOAD:
        case REQ_STORE_SHARED:
            i = r->kind == REQ_LOAD && adds_parts(l, i) ? emit_parts(l, i) : emit_staging(l, i);
            continue;
        case REQ_COPY:
            emit_copy(l, r);
            l->open_copies = true;
            break;
        case REQ_STORE:
        case REQ_ATOMIC: {
            // Without other information, stored values are assumed to be loaded ones.
            const bool multiplies = l->has_mma || l->fma > 0;
            const uint32_t needs = multiplies ? 0 : l->last_miss ? l->last_miss : l->loads;
            lower_alu(l, l->counted ? 0 : STORE_WORK, r->place);
            lower_code(l, i, i + 1, needs);
            struct instr *in = lower_emit(l, IN_STORE, r->place);
            in->needs = l->counted && !multiplies ? l->loads : needs;
            in->wavefronts = r->passes;
            in->sectors = (uint32_t)(r->sectors * 16);
            in->dram = (uint32_t)(r->dram * l->store_dram);
            break;
        }
        case REQ_WAIT: // waits for all copies, including those not committed
            if (r->groups == 0 && l->open_copies)
                lower_emit(l, IN_COMMIT, r->place);
            l->open_copies = l->open_copies && r->groups > 0;
            lower_emit(l, IN_WAIT, r->place)->groups = r->groups;
            break;
        case REQ_COMMIT:
            lower_emit(l, IN_COMMIT, r->place);
            l->open_copies = false;
            break;
        default: lower_async(l, r); break;
        }
        i++;
    }
    lower_alu(l, 1, l->count ? l->at[l->count - 1].place : 0); // EXIT
}

// ---- A block ------------------------------------------------------------------------------------

static uint8_t sixteenths(uint32_t part, uint32_t of)
{
    return (uint8_t)(of ? (16 * (uint64_t)part + of - 1) / of : 0);
}

// The sectors of a location: of all its requests, or of the n-th of each warp. (The trace runs warp
// after warp; on a GPU any of them may be the first to request a sector, and the others wait, too.)
struct missed {
    struct misses *of;
    uint32_t *at[MOST_TRACED_WARPS]; // of each request: its index in `of`
};

static void number_misses(struct missed *m, const struct traced_block *block, bool each)
{
    static uint32_t first[MOST_PLACES], came[MOST_PLACES], most[MOST_PLACES];
    memset(most, 0, sizeof most);
    for (int pass = 0; pass < 2; pass++) {
        for (int w = 0; w < block->warps; w++) {
            memset(came, 0, sizeof came);
            for (uint32_t i = 0; i < block->count[w]; i++) {
                const uint32_t place = block->of[w][i].place, nth = each ? came[place]++ : 0;
                most[place] = nth + 1 > most[place] ? nth + 1 : most[place];
                if (pass == 1)
                    m->at[w][i] = first[place] + nth;
            }
        }
        for (uint32_t p = 0, sum = 0; p < MOST_PLACES; sum += most[p++])
            first[p] = sum;
    }
    m->of = must(calloc((size_t)first[MOST_PLACES - 1] + most[MOST_PLACES - 1] + 1, sizeof *m->of));
}

static struct missed find_misses(const struct traced_block *block, bool each)
{
    struct missed m = {NULL, {NULL}};
    for (int w = 0; w < block->warps; w++)
        m.at[w] = must(calloc(block->count[w] + 1, sizeof **m.at));
    number_misses(&m, block, each);
    for (int w = 0; w < block->warps; w++)
        for (uint32_t i = 0; i < block->count[w]; i++) {
            const struct traced *r = &block->of[w][i];
            struct misses *const to = &m.of[m.at[w][i]];
            to->sectors += r->sectors;
            to->fresh += r->fresh;
            to->fetched += r->dram;
        }
    for (int w = 0; w < block->warps; w++)
        for (uint32_t i = 0; i < block->count[w]; i++) {
            struct misses *const to = &m.of[m.at[w][i]];
            to->l1 = sixteenths(to->fresh, to->sectors);
            to->dram = sixteenths(to->fetched, to->sectors);
        }
    return m;
}

// DRAM traffic for a stored sector, in 16ths. A partly written sector must be read first, unless
// the next block soon writes the rest, as at the edges of a tile.
static uint32_t store_dram(const struct traced_block *block)
{
    const uint32_t whole = SECTOR_WORDS * block->sectors_written, words = block->words_written;
    const uint32_t left = whole > words ? whole - words : 0;
    const uint32_t parts = left < block->sectors_written ? left : block->sectors_written;
    return 16 + sixteenths(parts, block->sectors_written);
}

// Some warps may only load, for other warps.
struct roles {
    bool wgmma;
    int readers; // warps that load from shared memory
};

static struct roles roles_of(const struct traced_block *block)
{
    struct roles roles = {.readers = 0};
    for (int w = 0; w < block->warps; w++) {
        bool reads = false;
        for (uint32_t i = 0; i < block->count[w]; i++) {
            roles.wgmma |= block->of[w][i].kind == REQ_WGMMA;
            reads |= block->of[w][i].kind == REQ_LOAD_SHARED;
        }
        roles.readers += reads;
    }
    return roles;
}

static uint32_t most_registers(const struct gpu_time *gpu, int warps)
{
    const int most = gpu->registers / (32 * warps) / 8 * 8;
    return most < MOST_REGISTERS ? (uint32_t)most : MOST_REGISTERS;
}

static void survey(struct lowering *l, const struct roles *roles, int warps)
{
    uint32_t global = 0, shared = 0, stored = 0;
    bool has_wgmma = false;
    for (uint32_t i = 0; i < l->count; i++) {
        const struct traced *r = &l->at[i];
        has_wgmma |= r->kind == REQ_WGMMA;
        l->has_mma |= r->kind == REQ_MMA || r->kind == REQ_WGMMA;
        l->has_ldmatrix |= r->kind == REQ_LDMATRIX;
        global += r->kind == REQ_LOAD;
        shared += r->kind == REQ_LOAD_SHARED || r->kind == REQ_LDMATRIX;
        stored += r->kind == REQ_STORE ? r->size / 4u : 0;
    }
    const bool of_shared = shared || has_wgmma;
    l->source = of_shared ? REQ_LOAD_SHARED : REQ_LOAD;
    l->sources = of_shared ? shared : global;
    l->outputs = stored ? (int)stored : 1;
    l->fma = l->has_mma || (roles->readers && !shared) ? 0 : l->hint->multiply_adds;
    if (shared && roles->readers)
        l->fma *= (double)warps / roles->readers;
    l->address_work = l->source == REQ_LOAD ? (l->has_mma ? FRAGMENT_WORK : 1) : ADDRESS_WORK;
    l->turn_work = fitted.turn_work / 2;
    if (l->counted)
        l->address_work = l->turn_work = 0;
    const struct kernel_facts *facts = l->hint->facts;
    if (!facts || facts->hot_multiplies == 0)
        return;
    l->address_work = 0;
    l->work = (double)facts->hot_others / facts->hot_multiplies;
    // For a loop of wgmma, the instructions around it are the epilogue, which has its own barriers.
    l->turn_work = roles->wgmma ? 0 : (facts->turn_others - facts->hot_others) / 2;
}

struct lowered *lower(const struct traced_block *block, const struct lower_hint *hint,
                      const struct gpu_time *gpu)
{
    struct lowered *lowered = must(calloc(1, sizeof *lowered));
    const bool counted = block->has_code && hint->multiply_adds <= 0;
    struct missed missed = find_misses(block, counted);
    const struct roles roles = roles_of(block);
    lowered->warps = block->warps;
    for (int w = 0; w < block->warps; w++) {
        const uint32_t n = block->count[w] + 1;
        struct lowering l = {.at = block->of[w],
                             .count = block->count[w],
                             .hint = hint,
                             .gpu = gpu,
                             .out = &lowered->of[w],
                             .number = must(calloc(n, sizeof *l.number)),
                             .from = must(calloc(n, sizeof *l.from)),
                             .sum_from = must(calloc(n, sizeof *l.sum_from)),
                             .dropped = must(calloc(n, sizeof *l.dropped)),
                             .wide = must(calloc(n, sizeof *l.wide)),
                             .miss = missed.of,
                             .common = hint->shares_l1 > 1 ? block->common : NULL,
                             .own = hint->shares_l1 > 1 ? (uint32_t)(16 / hint->shares_l1) : 16,
                             .miss_of = missed.at[w],
                             .store_dram = store_dram(block),
                             .registers = most_registers(gpu, block->warps),
                             .counted = counted};
        survey(&l, &roles, block->warps);
        lower_find_sources(&l);
        lower_find_sums(&l);
        lower_warp(&l);
        const int registers = fitted.addresses + sums_of(&l) + (int)l.brought;
        lowered->registers = registers > lowered->registers ? registers : lowered->registers;
        free(l.number);
        free(l.from);
        free(l.sum_from);
        free(l.dropped);
        free(l.wide);
        free(missed.at[w]);
    }
    free(missed.of);
    return lowered;
}

void lowered_free(struct lowered *lowered)
{
    for (int w = 0; lowered && w < MOST_TRACED_WARPS; w++)
        free(lowered->of[w].at);
    free(lowered);
}
