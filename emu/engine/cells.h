// SPDX-License-Identifier: MIT
//
// cells.h: what is known of each word and each byte of memory, and how its mistakes are told: what
// check.c, cells.c and race.c share.
#ifndef CELLS_H
#define CELLS_H

#include "arena.h"
#include "check.h"

struct cell {
    struct access_record write, read;
};

// Beside the arena: 32 bytes a cell for 4 bytes of memory, and one byte for each byte.
extern uintptr_t cells_base __attribute__((visibility("hidden"))); // set once, at the start
#define INIT_BASE (cells_base + 8 * CHECKED_END)
#define CELL(offset) (&((struct cell *)cells_base)[(offset) / 4])
#define INIT(offset) ((uint8_t *)INIT_BASE + (offset))

// What is known of each byte.
enum {
    BYTE_UNWRITTEN,
    BYTE_WRITTEN,
    BYTE_IN_FLIGHT, // an asynchronous copy into it is under way
    BYTE_BULK,      // a copy of the copy engine is
    BYTE_BULK_READ  // written; the copy engine is to read it
};

static inline bool is_shared(uintptr_t offset)
{
    return offset >= MANAGED_END && offset < SHARED_END;
}

// An access by an earlier launch, in another stream, that nothing puts before this one.
static inline bool is_unordered_launch(const struct access_record *old, const struct launch *launch)
{
    for (int i = 0; i < launch->unordered_count; i++)
        if (old->stamp == launch->unordered[i])
            return true;
    return false;
}

// Is there nothing new to know about this read? The answer for nearly all reads of a matrix.
static inline bool read_is_known(const struct cell *cell, const struct thread *t, bool shared)
{
    const struct access_record write = {.bits =
                                            __atomic_load_n(&cell->write.bits, __ATOMIC_RELAXED)};
    const struct access_record read = {.bits = __atomic_load_n(&cell->read.bits, __ATOMIC_RELAXED)};
    uint16_t stamp = t->block->launch->stamp;
    if (read.stamp != stamp || read.mask != 15 || write.stamp == stamp ||
        (t->block->launch->unordered_count && is_unordered_launch(&write, t->block->launch)))
        return false;
    if (read.many == MANY_IN_GRID)
        return true;
    bool same_block = cell->read.block == t->block->number;
    if (shared && !same_block)
        return false;
    if (!same_block || read.epoch != order_epoch(t))
        return false;
    return read.many == MANY_IN_BLOCK ||
           (read.clock == order_clock(t) &&
            (read.many == MANY_IN_WARP ? read.thread / WARP == t->id / WARP
                                       : read.thread == t->id));
}

// ---- race.c -------------------------------------------------------------------------------------

// The running thread's access is not ordered with an old one. mark: PLACE_OF_COPY where it is an
// asynchronous copy, else 0.
void report_race(const struct access_record *old, bool old_writes, uintptr_t offset, size_t size,
                 enum access_kind kind, uint32_t mark, const char *pc) __attribute__((cold));
void report_unwritten(uintptr_t offset, size_t size, const char *pc) __attribute__((cold));
// Shared memory is read before anybody wrote it: told once it is known that nobody was late.
void note_early_read(struct thread *t, uintptr_t offset, size_t size, const char *pc);

#endif
