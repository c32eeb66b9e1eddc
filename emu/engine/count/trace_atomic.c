// SPDX-License-Identifier: MIT
//
// trace_atomic.c: for the expected time: how many atomic operations each line of L2 executes.
#include "notes.h"
#include "trace.h"
#include "trace_parts.h"
#include "../program/program.h"

#include <stdlib.h>

// Adds operations on a line to those that it has had before.
static void add_line(struct traced_block *b, const struct atomic_line *of)
{
    if (2 * b->atomic_count >= b->atomic_room) {
        const struct traced_block old = *b;
        b->atomic_room = old.atomic_room ? 2 * old.atomic_room : 64;
        b->atomics = trace_must(calloc(b->atomic_room, sizeof *b->atomics));
        b->atomic_count = 0;
        for (uint32_t i = 0; i < old.atomic_room; i++)
            if (old.atomics[i].line)
                add_line(b, &old.atomics[i]);
        free(old.atomics);
    }
    uint32_t at = (uint32_t)(of->line * 0x9E3779B97F4A7C15u >> 40) & (b->atomic_room - 1);
    while (b->atomics[at].line && b->atomics[at].line != of->line)
        at = (at + 1) & (b->atomic_room - 1);
    struct atomic_line *const line = &b->atomics[at];
    if (line->line == 0) {
        b->atomic_count++;
        *line = *of;
        return;
    }
    line->lanes += of->lanes;
    line->is_sum &= of->is_sum && of->address == line->address;
}

static void add_lanes(struct traced_block *b, const struct place *place, uint64_t address,
                      uint64_t lanes)
{
    add_line(b, &(struct atomic_line){.line = address / ROW + 1,
                                      .lanes = lanes,
                                      .address = address,
                                      .is_sum = !place->is_float});
}

void trace_atomic(const struct thread *t, enum emu_atomic op, uint64_t value, const char *pc)
{
    const uint64_t at = place_number(pc);
    if (t->trace_at == t->trace_end || at >> PLACE_BITS || count_place_of[at] == 0)
        return;
    struct place *const place = &count_places[count_place_of[at]];
    const bool adds = op == EMU_ATOMIC_ADD || op == EMU_ATOMIC_SUB;
    const bool again = place->adds == ADDS_ONE_VALUE && place->value == value;
    place->adds = adds && (again || place->adds == ADDS_NOTHING) ? ADDS_ONE_VALUE : ADDS_VALUES;
    place->value = value;
    place->is_float |= op >= EMU_ATOMIC_ADD_F32;
}

void trace_atomic_lines(struct trace *t, struct traced *r, const struct place *place,
                        const uint64_t *addresses, unsigned count)
{
    bool is_one = place->adds == ADDS_ONE_VALUE;
    for (unsigned i = 1; i < count; i++)
        is_one &= addresses[i] == addresses[0];
    if (is_one)
        r->work = (uint16_t)count; // trace_combine_atomics()
    for (unsigned i = 0; i < count && !is_one; i++)
        add_lanes(&t->block, place, addresses[i], 1);
}

// Lanes that access one bank of shared memory follow each other, even at the same address.
unsigned trace_atomic_passes(const uint64_t *addresses, unsigned count)
{
    unsigned lanes[BANKS] = {0}, most = 1;
    for (unsigned i = 0; i < count; i++) {
        unsigned *const of_bank = &lanes[addresses[i] / 4 % BANKS];
        most = ++*of_bank > most ? *of_bank : most;
    }
    return most;
}

// If all lanes of a warp add one value to an address that nvcc knows to be the same for all, it
// generates a single operation.
void trace_combine_atomics(struct trace *t)
{
    struct traced_block *const b = &t->block;
    for (int w = 0; w < b->warps; w++)
        for (uint32_t i = 0; i < b->count[w]; i++) {
            const struct traced *r = &b->of[w][i];
            const struct place *place = &count_places[r->place];
            const bool combines = place->adds == ADDS_ONE_VALUE && !r->follows;
            if (r->kind == REQ_ATOMIC && r->work > 0)
                add_lanes(b, place, r->address, combines ? 1 : r->work);
        }
}
