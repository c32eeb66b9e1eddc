// SPDX-License-Identifier: MIT
//
// cells.h: the shadow cells and shadow bytes of the race check, which check.c, cells.c and race.c
// share.
#ifndef CELLS_H
#define CELLS_H

#include "arena.h"
#include "../base/base.h"

struct cell {
    struct access_record write, read;
};

// Reserved separately from the arena: a cell of 32 bytes for each 4 bytes of memory, and a shadow
// byte for each byte.
extern uintptr_t cells_base __attribute__((visibility("hidden"))); // set once, at the start
#define INIT_BASE (cells_base + 8 * CHECKED_END)
#define CELL(offset) (&((struct cell *)cells_base)[(offset) / 4])
#define INIT(offset) ((uint8_t *)INIT_BASE + (offset))

// The state of a byte. Values from MARK_FIRST on are marks (settled.h).
enum {
    BYTE_UNWRITTEN,
    BYTE_WRITTEN,
    BYTE_IN_FLIGHT, // a cp.async into it is in flight
    BYTE_BULK,      // a copy by the copy engine into it is in flight
    BYTE_BULK_READ  // written; the copy engine has yet to read it
};

static inline bool is_shared(uintptr_t offset)
{
    return offset >= MANAGED_END && offset < SHARED_END;
}

// Was the old access made by an earlier launch, in another stream, that may run concurrently with
// this one?
static inline bool is_unordered_launch(const struct access_record *old, const struct launch *launch)
{
    for (int i = 0; i < launch->unordered_count; i++)
        if (old->stamp == launch->unordered[i])
            return true;
    return false;
}

// Would this read leave its cell unchanged and find no conflict? That is so for nearly all reads of
// a matrix.
static inline bool read_changes_nothing(const struct cell *cell, const struct thread *t,
                                        bool shared)
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
bool check_open(uintptr_t address, size_t size);  // starts checking memory that nothing has written
                                                  // yet
void check_close(uintptr_t address, size_t size); // discards its cells and shadow bytes
void check_written(uintptr_t address, size_t size);
void check_unwritten(uintptr_t address, size_t size);
void check_copied(uintptr_t to, uintptr_t from, size_t size);
void check_forget(void);
// For when only some of the blocks are checked.
void cells_use_small_pages(void);
void check_variables(uintptr_t offset, size_t size); // of the program, or of a module
// `size` bytes must be allocated and there seems to be no room. Returns true if there is room
// after all. If there is room without the checks' own memory, and the user did not set EMU_CHECK,
// the checks are switched off and it returns true, too.
bool check_make_room(size_t size, size_t in_use, const char *pc);
void check_on_switched_off(void (*say)(size_t size, const char *pc)); // registers the function that
                                                                      // reports it
// Was the last write atomic or volatile, by this launch or one that runs at the same time?
bool check_is_flag(uintptr_t offset, const struct launch *launch);

#endif
