// SPDX-License-Identifier: MIT
//
// cells.h: what is known of each word and each byte of memory, and how its mistakes are told: what
// check.c, cells.c and race.c share.
#ifndef CELLS_H
#define CELLS_H

#include "arena.h"
#include "../base/base.h"

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

// ---- cells.c ------------------------------------------------------------------------------------

void check_init(void);
bool check_is_on(void);
bool check_open(uintptr_t address, size_t size);  // memory to watch, which nobody has written yet
void check_close(uintptr_t address, size_t size); // forgets what is known of it
void check_written(uintptr_t address, size_t size);
void check_unwritten(uintptr_t address, size_t size);
void check_copied(uintptr_t to, uintptr_t from, size_t size);
void check_forget(void);
void check_variables(uintptr_t offset, size_t size); // of the program, or a module
// `size` bytes are wanted, for which there seems to be no room. True if there is some; where there
// is without checks alone, nothing is checked from now on, unless the user asked for it.
bool check_gives_way(size_t size, size_t in_use, const char *pc);
void check_on_giving_way(void (*say)(size_t size, const char *pc)); // registers who reports that
bool check_touched_since(uintptr_t address, uint16_t stamp);        // by a kernel after that launch
bool check_is_flag(uintptr_t offset, uint16_t stamp); // last written by an atomic or volatile

#endif
