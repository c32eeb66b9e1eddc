// SPDX-License-Identifier: MIT
//
// readers.h: which warps read a unit of shared memory last.
#ifndef READERS_H
#define READERS_H

#include "../base/base.h"

// An ordinary read, of a block that has a cluster.
void readers_note(struct thread *thread, uintptr_t offset, size_t size, const char *pc);
enum { READERS_UNIT = 128 };
struct last_read {
    uint32_t pc; // place_number, with PLACE_OF_BULK for the asynchronous proxy; 0: none
    uint16_t thread, epoch, clock;
    uint16_t busy; // reads of the asynchronous proxy that are not over
};
struct access_record readers_record(const struct block *block, const struct last_read *read);
// Is something wrong with this read (`read` is its record), where `thread` is going to write?
typedef bool readers_judge(const struct access_record *read, const struct last_read *last,
                           struct thread *thread);
readers_judge readers_not_over; // under way, or not ordered before what the thread does
// The first of the warps' last reads that is wrong; NULL: none. For whole units of READERS_UNIT
// bytes.
const struct last_read *readers_find(struct block *block, uintptr_t offset, size_t size,
                                     struct thread *thread, readers_judge *wrong, uintptr_t *where);
void readers_begin_busy(struct thread *thread, uintptr_t offset, size_t size, const char *pc);
void readers_end_busy(struct thread *thread, uintptr_t offset, size_t size, const char *pc);
void readers_end(struct block *block); // forgets them

#endif
