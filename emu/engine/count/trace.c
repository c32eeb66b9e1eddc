// SPDX-License-Identifier: MIT
//
// trace.c: the instructions of the warps of one block, in order.
#include "trace.h"
#include "notes.h"
#include "record.h"
#include "tally.h"
#include "trace_parts.h"
#include "../memory/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_REQUESTS = 4 << 20, SEEN_FIRST = 1 << 14 };
static const uint64_t is_pair = (uint64_t)1 << 62, is_word = (uint64_t)1 << 61,
                      sector_is_written = (uint64_t)1 << 60;

void *trace_must(void *p)
{
    if (!p)
        fatal("no memory for the trace of a block (EMU_EXPECT)");
    return p;
}

struct trace *trace_new(unsigned threads, bool meets, int number, unsigned l1_lines)
{
    struct trace *t = trace_must(calloc(1, sizeof *t));
    t->block.warps = (int)((threads + WARP - 1) / WARP);
    t->meets = meets;
    t->number = number;
    t->l1.capacity = l1_lines;
    t->seen_room = SEEN_FIRST;
    t->seen = trace_must(calloc(t->seen_room, sizeof *t->seen));
    return t;
}

int trace_number(const struct trace *trace) { return trace->number; }

struct trace *trace_of(const struct launch *launch, uint64_t block)
{
    for (int i = 0; launch->sample && i < launch->sample->count; i++)
        if (launch->sample->blocks[i] == block)
            return launch->sample->of[i];
    return NULL;
}

struct traced_block *trace_block(struct trace *trace) { return &trace->block; }

bool trace_has_mma(const struct trace *t)
{
    for (int w = 0; w < t->block.warps; w++)
        for (uint32_t i = 0; i < t->block.count[w]; i++)
            if (t->block.of[w][i].kind == REQ_MMA || t->block.of[w][i].kind == REQ_WGMMA)
                return true;
    return false;
}

bool trace_has_fence(const struct trace *t)
{
    for (int w = 0; w < t->block.warps; w++)
        for (uint32_t i = 0; i < t->block.count[w]; i++)
            if (t->block.of[w][i].kind == REQ_FENCE)
                return true;
    return false;
}

bool trace_is_like(const struct trace *t, const struct trace *other)
{
    return memcmp(t->block.count, other->block.count, sizeof t->block.count) == 0;
}

void trace_free(struct trace *t)
{
    if (!t)
        return;
    for (int w = 0; w < MAX_WARPS; w++) {
        free(t->block.of[w]);
        free(t->values[w].of);
    }
    free(t->seen);
    free(t->l1.lines);
    free(t->block.atomics);
    free(t->block.common);
    trace_free_events(t);
    free(t);
}

// ---- Sectors ------------------------------------------------------------------------------------

static bool insert(uint64_t *table, size_t room, uint64_t key)
{
    size_t at = (size_t)(key * 0x9E3779B97F4A7C15u >> 20) & (room - 1);
    while (table[at] && table[at] != key)
        at = (at + 1) & (room - 1);
    const bool is_new = table[at] == 0;
    table[at] = key;
    return is_new;
}

static bool is_fresh(struct trace *t, uint64_t sector)
{
    if (2 * t->seen_count > t->seen_room) {
        uint64_t *larger = trace_must(calloc(2 * t->seen_room, sizeof *larger));
        for (size_t i = 0; i < t->seen_room; i++)
            if (t->seen[i])
                insert(larger, 2 * t->seen_room, t->seen[i]);
        free(t->seen);
        t->seen = larger;
        t->seen_room *= 2;
    }
    const bool is_new = insert(t->seen, t->seen_room, sector + 1);
    t->seen_count += is_new;
    return is_new;
}

unsigned trace_fresh_pairs(struct trace *t, const uint64_t *addresses, unsigned count,
                           unsigned size)
{
    unsigned fresh = 0;
    for (unsigned i = 0; i < count; i++)
        for (uint64_t p = addresses[i] / PAIR; p <= (addresses[i] + size - 1) / PAIR; p++)
            fresh += is_fresh(t, p | is_pair);
    return fresh;
}

// Stores are not kept in L1 and may be written back at any time, so each request counts its pairs.
static unsigned pairs_of(const uint64_t *addresses, unsigned count, unsigned size)
{
    unsigned pairs = 0;
    for (unsigned i = 0; i < count; i++) {
        const uint64_t first = addresses[i] / PAIR, end = (addresses[i] + size - 1) / PAIR;
        bool is_new = true;
        for (unsigned j = 0; j < i && is_new; j++)
            is_new = addresses[j] / PAIR != first;
        pairs += is_new + (unsigned)(end - first);
    }
    return pairs;
}

static unsigned fresh_sectors(struct trace *t, const uint64_t *addresses, unsigned count,
                              unsigned size)
{
    unsigned fresh = 0;
    for (unsigned i = 0; i < count; i++)
        for (uint64_t s = addresses[i] / SECTOR; s <= (addresses[i] + size - 1) / SECTOR; s++)
            fresh += is_fresh(t, s);
    return fresh;
}

// Records which words of which sectors the block writes.
static void note_written(struct trace *t, const uint64_t *addresses, unsigned count, unsigned size)
{
    for (unsigned i = 0; i < count; i++)
        for (uint64_t w = addresses[i] / 4; w <= (addresses[i] + size - 1) / 4; w++) {
            t->block.words_written += is_fresh(t, w | is_word);
            t->block.sectors_written += is_fresh(t, w * 4 / SECTOR | sector_is_written);
        }
}

static struct array_read *array_of(struct traced_block *b, uint64_t address)
{
    const struct allocation *a = arena_nearest(ARENA_BASE + address);
    for (int i = 0; i < b->array_count; i++)
        if (b->arrays[i].array == a)
            return &b->arrays[i];
    if (!a || b->array_count == MOST_ARRAYS)
        return NULL;
    b->arrays[b->array_count] = (struct array_read){a, address, address, a->size};
    return &b->arrays[b->array_count++];
}

void trace_array(struct trace *t, uint64_t address, unsigned bytes)
{
    struct array_read *const a = array_of(&t->block, address);
    if (!a)
        return;
    a->from = address < a->from ? address : a->from;
    a->to = address + bytes > a->to ? address + bytes : a->to;
}

// ---- Requests -----------------------------------------------------------------------------------

struct traced *trace_add(struct trace *t, unsigned warp)
{
    struct traced_block *b = &t->block;
    static struct traced nowhere;
    if (b->count[warp] == b->room[warp]) {
        if (b->room[warp] > MOST_REQUESTS / (unsigned)b->warps) {
            b->incomplete = "the block makes too many requests";
            return &nowhere;
        }
        b->room[warp] = b->room[warp] ? 2 * b->room[warp] : 256;
        b->of[warp] = trace_must(realloc(b->of[warp], b->room[warp] * sizeof **b->of));
    }
    return &b->of[warp][b->count[warp]++];
}

static unsigned passes_in_banks(const uint64_t *addresses, const unsigned *lanes, unsigned count,
                                unsigned size)
{
    const unsigned part = size == 16 ? WARP / 4 : size == 8 ? WARP / 2 : WARP;
    unsigned passes = 0, ideal = 0;
    for (unsigned first = 0, n; first < count; first += n) {
        for (n = 1; first + n < count && lanes[first + n] / part == lanes[first] / part;)
            n++;
        count_bank_passes(addresses + first, n, size, &passes, &ideal);
    }
    return passes;
}

// nvcc combines four adjacent loads of 4 bytes into one of 16 if every lane's first address is a
// multiple of 16. Returns the passes of the wide load, or 0.
static unsigned passes_if_wide(const struct place *place, const uint64_t *addresses,
                               const unsigned *lanes, unsigned count, uint64_t low, uint64_t high)
{
    struct place wide = {.size = 16, .kind = NOTE_LOAD};
    struct tally cost = {0};
    for (unsigned i = 0; i < count; i++)
        if (addresses[i] % 16)
            return 0;
    if (place->size != 4 || place->kind != NOTE_LOAD)
        return 0;
    count_shared_request(&cost, &wide, addresses, lanes, count, low, high);
    return (unsigned)cost.wavefronts;
}

static const uint8_t kinds[] = {
    [NOTE_LOAD] = REQ_LOAD,     [NOTE_STORE] = REQ_STORE,       [NOTE_ATOMIC] = REQ_ATOMIC,
    [NOTE_COPY] = REQ_COPY,     [NOTE_LDMATRIX] = REQ_LDMATRIX, [NOTE_MMA] = REQ_MMA,
    [NOTE_COMMIT] = REQ_COMMIT, [NOTE_WAIT] = REQ_WAIT,         [NOTE_STMATRIX] = REQ_STORE_SHARED,
};

// For `*to = *from` with a struct, the compiler's instrumentation reports the store first. Restores
// the order.
static void swap_copy(struct traced_block *b, unsigned warp)
{
    if (b->count[warp] < 2)
        return;
    struct traced *r = &b->of[warp][b->count[warp] - 1], *before = r - 1;
    const bool loads = r->kind == REQ_LOAD || r->kind == REQ_LOAD_SHARED;
    const bool stores = before->kind == REQ_STORE || before->kind == REQ_STORE_SHARED;
    if (!loads || !stores || r->size != 16 || before->size != 16)
        return;
    const struct traced load = *r;
    *r = *before;
    *before = load;
}

void trace_request(const struct block *b, unsigned warp, const struct place *place, unsigned id,
                   const struct tally *cost, const uint64_t *addresses, const unsigned *lanes,
                   unsigned count)
{
    struct trace *t = b->trace;
    if (place->kind == NOTE_BARRIER)
        return; // for the record; the trace has an event for it
    if (place->kind == NOTE_WGMMA || place->kind == NOTE_EVENT) {
        trace_events(t, warp, id, addresses, lanes, count);
        return;
    }
    struct traced *r = trace_add(t, warp);
    *r = (struct traced){.kind = kinds[place->kind],
                         .size = (uint8_t)place->size,
                         .place = id,
                         .address = addresses[0],
                         .passes = (uint16_t)cost->wavefronts,
                         .sectors = (uint16_t)cost->sectors};
    if (place->kind == NOTE_WAIT) {
        r->groups = (uint8_t)(addresses[0] - 8);
    } else if (place->kind == NOTE_COPY) {
        r->fresh = r->sectors;
        r->dram = (uint16_t)(2 * trace_fresh_pairs(t, addresses, count, place->size));
    } else if (place->kind <= NOTE_ATOMIC && cost->shared_requests > 0) {
        r->kind = place->kind == NOTE_LOAD ? REQ_LOAD_SHARED : REQ_STORE_SHARED;
        if (place->kind == NOTE_ATOMIC && t->meets)
            r->passes = (uint16_t)trace_atomic_passes(addresses, count);
        r->wide = (uint8_t)passes_if_wide(place, addresses, lanes, count, addresses[0],
                                          addresses[count - 1]);
    } else if (place->kind <= NOTE_ATOMIC) {
        r->passes = (uint16_t)passes_in_banks(addresses, lanes, count, place->size);
        if (r->kind == REQ_LOAD && t->l1.capacity > 0) {
            const unsigned lookups = trace_l1_lookups(addresses, count);
            r->passes = (uint16_t)(r->passes > lookups ? r->passes : lookups);
        }
        if (r->kind == REQ_STORE)
            note_written(t, addresses, count, place->size);
        if (r->kind == REQ_ATOMIC)
            trace_atomic_lines(t, r, place, addresses, count);
        r->fresh = (uint16_t)(r->kind == REQ_LOAD && t->l1.capacity > 0
                                  ? trace_l1_misses(t, warp, addresses, count, place->size, id)
                                  : fresh_sectors(t, addresses, count, place->size));
        r->dram = r->kind == REQ_LOAD
                      ? (uint16_t)(2 * trace_fresh_pairs(t, addresses, count, place->size))
                      : (uint16_t)(2 * pairs_of(addresses, count, place->size));
    }
    for (unsigned i = 0; r->dram > 0 && (r->kind == REQ_LOAD || r->kind == REQ_COPY) && i < count;
         i++)
        trace_array(t, addresses[i], place->size);
    swap_copy(&t->block, warp);
}

void trace_meeting(const struct block *b, unsigned warp, unsigned id)
{
    if (is_traced(b) && b->trace->meets)
        *trace_add(b->trace, warp) = (struct traced){.kind = REQ_MEETING, .place = id};
}

void trace_unknown(const struct block *b, const char *why)
{
    if (is_traced(b) && !b->trace->block.incomplete) // the first reason counts
        b->trace->block.incomplete = why;
}

void trace_unknown_to_all(const struct launch *launch, const char *why)
{
    launch->sample->of[0]->block.incomplete = why;
}

void trace_note(struct thread *t, int kind, unsigned value, const char *pc)
{
    if ((is_traced(t->block) || is_recorded(t->block)) && t->trace_at != t->trace_end)
        count_note(t, (const void *)(ARENA_BASE + 8 + value), 1, kind, pc);
}

// ---- Registers ----------------------------------------------------------------------------------

static struct values *new_values(struct trace *t, unsigned warp)
{
    if (t->values[warp].count == t->values[warp].room) {
        const unsigned room = t->values[warp].room ? 2 * t->values[warp].room : 256;
        t->values[warp].of = trace_must(realloc(t->values[warp].of, room * sizeof(struct values)));
        t->values[warp].room = room;
    }
    struct values *v = &t->values[warp].of[t->values[warp].count++];
    *v = (struct values){0};
    return v;
}

void trace_ldmatrix(const struct block *b, unsigned warp, const uint32_t *registers, int matrices)
{
    struct values *v = new_values(b->trace, warp);
    for (int i = 0; i < matrices; i++)
        v->out[v->outs++] = registers[i];
}

static unsigned bits_of(enum emu_number type)
{
    switch (type) {
    case EMU_S4:
    case EMU_U4: return 4;
    case EMU_S8:
    case EMU_U8: return 8;
    case EMU_F16:
    case EMU_BF16: return 16;
    case EMU_F64: return 64;
    default: return 32;
    }
}

void trace_mma(const struct block *block, unsigned warp, const struct emu_mma *which, const void *a,
               const void *b, uint32_t added_to, uint32_t sum)
{
    struct values *v = new_values(block->trace, warp);
    const unsigned bits = bits_of(which->factor), k = (unsigned)which->k * bits / 32;
    const unsigned as = (unsigned)which->m * k / WARP;
    memcpy(v->in, a, sizeof *v->in * (as < 4 ? as : 4));
    v->ins = (uint8_t)(as < 4 ? as : 4);
    memcpy(v->in + v->ins, b, sizeof *v->in); // its first register
    v->ins++;
    v->in[5] = added_to;
    v->out[0] = sum;
    v->work = (uint16_t)((unsigned)(which->m * which->n) * k / 64);
    v->size = (uint8_t)(bits > 8 ? bits / 8 : 1); // less than a byte counts as a byte
}

// A lane's notes may be merged between the note of a matrix instruction and its result, which is
// computed when all lanes have reached it. Requests and values are therefore combined at the end.
void trace_take_values(struct trace *t)
{
    for (int w = 0; w < t->block.warps; w++)
        for (unsigned i = 0, taken = 0; i < t->block.count[w] && taken < t->values[w].count; i++) {
            struct traced *r = &t->block.of[w][i];
            if (r->kind != REQ_LDMATRIX && r->kind != REQ_MMA)
                continue;
            const struct values *v = &t->values[w].of[taken++];
            memcpy(r->in, v->in, sizeof r->in);
            memcpy(r->out, v->out, sizeof r->out);
            r->ins = v->ins;
            r->outs = v->outs;
            r->work = v->work;
            r->size = v->size;
        }
}
