// SPDX-License-Identifier: MIT
//
// readers.c: the last read of each 128 bytes of a block's shared memory by each warp. Many warps
// read one tile. When the tile is overwritten, the check must find the one warp that has not
// released it, and a cell of check.c stores only one reader.
#include "readers.h"
#include "check.h"
#include "../memory/memory.h"
#include "../program/program.h"

#include <stdlib.h>

enum { UNITS = WINDOW_SIZE / READERS_UNIT };

static struct last_read *table(struct block *b)
{
    if (!b->readers) {
        b->readers = calloc((size_t)UNITS * b->cluster->warps, sizeof *b->readers);
        if (!b->readers)
            fatal("no memory to follow readers (EMU_CHECK=off needs none)");
    }
    return b->readers;
}

static struct last_read *find(struct block *b, uintptr_t offset, unsigned warp)
{
    const uintptr_t in_window = offset - arena_offset(b->window);
    return &table(b)[in_window / READERS_UNIT * b->cluster->warps + warp];
}

static void set(struct last_read *r, const struct thread *t, uint32_t pc)
{
    r->pc = pc;
    r->thread = (uint16_t)t->id;
    r->epoch = order_epoch(t);
    r->clock = order_clock(t);
}

void readers_note(struct thread *t, uintptr_t offset, size_t size, const char *pc)
{
    if (offset - arena_offset(t->block->window) >= WINDOW_SIZE)
        return;
    (void)size; // no access crosses a unit's border
    struct last_read *r = find(t->block, offset, t->id / WARP);
    if (!r->busy)
        set(r, t, place_number(pc));
}

void readers_begin_busy(struct thread *t, uintptr_t offset, size_t size, const char *pc)
{
    const uintptr_t first = offset & ~(uintptr_t)(READERS_UNIT - 1);
    for (uintptr_t at = first; at < offset + size; at += READERS_UNIT) {
        struct last_read *r = find(t->block, at, t->id / WARP);
        set(r, t, place_number(pc) | (uint32_t)PLACE_OF_BULK);
        r->busy++;
    }
}

void readers_end_busy(struct thread *t, uintptr_t offset, size_t size, const char *pc)
{
    const uintptr_t first = offset & ~(uintptr_t)(READERS_UNIT - 1);
    for (uintptr_t at = first; at < offset + size; at += READERS_UNIT) {
        struct last_read *r = find(t->block, at, t->id / WARP);
        r->busy = (uint16_t)(r->busy - (r->busy > 0));
        set(r, t, place_number(pc) | (uint32_t)PLACE_OF_BULK);
    }
}

struct access_record readers_record(const struct block *b, const struct last_read *r)
{
    return (struct access_record){.stamp = b->launch->stamp,
                                  .thread = (uint16_t)(r->thread & 1023),
                                  .mask = 15,
                                  .epoch = r->epoch,
                                  .clock = (uint16_t)(r->clock & CLOCK_LAST),
                                  .block = (uint32_t)b->number,
                                  .pc = r->pc};
}

bool readers_not_over(const struct access_record *read, const struct last_read *last,
                      struct thread *t)
{
    return last->busy || !order_before(read, t);
}

const struct last_read *readers_find(struct block *b, uintptr_t offset, size_t size,
                                     struct thread *t, readers_judge *wrong, uintptr_t *where)
{
    if (!b->readers)
        return NULL;
    for (uintptr_t at = offset; at + READERS_UNIT <= offset + size; at += READERS_UNIT)
        for (unsigned w = 0; w < b->cluster->warps; w++) {
            const struct last_read *r = find(b, at, w);
            if (!r->pc)
                continue;
            const struct access_record read = readers_record(b, r);
            *where = at;
            if (wrong(&read, r, t))
                return r;
        }
    return NULL;
}

void readers_end(struct block *b)
{
    free(b->readers);
    b->readers = NULL;
}
