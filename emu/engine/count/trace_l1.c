// SPDX-License-Identifier: MIT
//
// trace_l1.c: for the expected time: which sectors that a block reads are in L1.
//
// A block has its share of L1. A line leaves it when as many other lines have been brought in since
// its last use as fit into the share. The trace runs warp after warp, but on a GPU they run side by
// side. So time is the number of lines that the same warp has brought in, and the other warps are
// assumed to bring as many.
#include "notes.h"
#include "trace.h"
#include "trace_parts.h"

#include <stdlib.h>
#include <string.h>

enum { SECTORS = ROW / SECTOR, FIRST_ROOM = 1 << 10 };

// Of a line: when it was last used; its sectors in L1, and those read at any time; who read it
// first.
struct l1_line {
    uint64_t number; // + 1; 0: unused
    uint32_t used, place;
    uint8_t present, read;
};

static struct l1_line *slot(const struct l1 *l1, uint64_t number)
{
    size_t at = (size_t)(number * 0x9E3779B97F4A7C15u >> 20) & (l1->room - 1);
    while (l1->lines[at].number && l1->lines[at].number != number + 1)
        at = (at + 1) & (l1->room - 1);
    return &l1->lines[at];
}

static void grow(struct l1 *l1)
{
    const struct l1 old = *l1;
    l1->room = old.room ? 2 * old.room : FIRST_ROOM;
    l1->lines = trace_must(calloc(l1->room, sizeof *l1->lines));
    for (size_t i = 0; i < old.room; i++)
        if (old.lines[i].number)
            *slot(l1, old.lines[i].number - 1) = old.lines[i];
    free(old.lines);
}

static uint32_t apart(uint32_t a, uint32_t b) { return a > b ? a - b : b - a; }

static bool misses(struct trace *t, unsigned warp, uint64_t sector, unsigned place)
{
    struct l1 *const l1 = &t->l1;
    uint32_t *const now = &l1->brought[warp];
    if (2 * (size_t)t->block.lines_read >= l1->room)
        grow(l1);
    struct l1_line *const line = slot(l1, sector / SECTORS);
    const uint8_t bit = (uint8_t)(1u << sector % SECTORS);
    const bool is_new = line->number == 0;
    if (is_new) {
        *line = (struct l1_line){.number = sector / SECTORS + 1, .place = place};
        t->block.lines_read++;
    }
    const uint32_t warps = (uint32_t)t->block.warps;
    if (is_new || (uint64_t)apart(*now, line->used) * warps >= l1->capacity) {
        line->present = 0;
        ++*now;
    }
    const bool missing = !(line->present & bit);
    line->used = *now;
    line->present |= bit;
    line->read |= bit;
    return missing;
}

enum { MOST_SECTORS = 2 * WARP }; // that the lanes of a warp access in one request

static void add_once(uint64_t set[MOST_SECTORS], unsigned *count, uint64_t number)
{
    for (unsigned i = 0; i < *count; i++)
        if (set[i] == number)
            return;
    if (*count < MOST_SECTORS)
        set[(*count)++] = number;
}

unsigned trace_l1_misses(struct trace *t, unsigned warp, const uint64_t *addresses, unsigned count,
                         unsigned size, unsigned place)
{
    uint64_t pairs[MOST_SECTORS];
    unsigned missing = 0;
    for (unsigned i = 0; i < count; i++)
        for (uint64_t s = addresses[i] / SECTOR; s <= (addresses[i] + size - 1) / SECTOR; s++)
            if (misses(t, warp, s, place))
                add_once(pairs, &missing, s * SECTOR / PAIR);
    return PAIR / SECTOR * missing;
}

unsigned trace_l1_lookups(const uint64_t *addresses, unsigned count)
{
    enum { AT_ONCE = 4 };
    uint64_t lines[MOST_SECTORS];
    unsigned of_lines = 0;
    for (unsigned i = 0; i < count; i++)
        add_once(lines, &of_lines, addresses[i] / ROW);
    return (of_lines + AT_ONCE - 1) / AT_ONCE;
}

// ---- Sectors that other blocks read, too --------------------------------------------------------

static uint8_t read_before(struct trace *const *traces, int own, uint64_t number)
{
    uint8_t sectors = 0;
    for (int i = 0; i < own; i++)
        if (traces[i]->l1.room > 0)
            sectors |= slot(&traces[i]->l1, number)->read;
    return sectors;
}

// The blocks read the same data at a location if at least half of the sectors are not new. Only
// data that fit into L1 are still there when the next block comes.
void trace_l1_common(struct trace *const *traces, int count)
{
    struct {
        uint32_t all, fresh;
    } *const of = trace_must(calloc(MAX_PLACES, sizeof *of));
    uint32_t sectors = 0;
    for (int t = 0; t < count; t++)
        for (size_t i = 0; i < traces[t]->l1.room; i++) {
            const struct l1_line *line = &traces[t]->l1.lines[i];
            if (!line->number)
                continue;
            const uint8_t known = line->read & read_before(traces, t, line->number - 1);
            of[line->place].all += (uint32_t)__builtin_popcount(line->read);
            of[line->place].fresh += (uint32_t)__builtin_popcount((unsigned)line->read ^ known);
        }
    for (unsigned p = 0; p < MAX_PLACES; p++)
        sectors += 2 * of[p].fresh <= of[p].all ? of[p].fresh : 0;
    for (int t = 0; t < count && sectors > 0 && sectors < SECTORS * traces[0]->l1.capacity; t++) {
        bool *const common = trace_must(calloc(MAX_PLACES, sizeof *common));
        for (unsigned p = 0; p < MAX_PLACES; p++)
            common[p] = of[p].all > 0 && 2 * of[p].fresh <= of[p].all;
        traces[t]->block.common = common;
    }
    free(of);
}
