// SPDX-License-Identifier: MIT
//
// readers.h: the last read of each 128 bytes of shared memory by each warp.
#ifndef READERS_H
#define READERS_H

#include "../base/base.h"

// Records an ordinary read, in a block that has vector clocks (a cluster record).
void readers_note(struct thread *thread, uintptr_t offset, size_t size, const char *pc);
enum { READERS_UNIT = 128 };
struct last_read {
    uint32_t pc; // place_number, with PLACE_OF_BULK for the asynchronous proxy; 0: no read
    uint16_t thread, epoch, clock;
    uint16_t busy; // reads of the asynchronous proxy in flight
};
struct access_record readers_record(const struct block *block, const struct last_read *read);
// Does this read, of which `read` is the access record, conflict with a write by `thread`?
typedef bool readers_judge(const struct access_record *read, const struct last_read *last,
                           struct thread *thread);
readers_judge readers_not_over; // in flight, or does not happen before what the thread does now
// The first of the warps' last reads that conflicts; NULL if none does. Takes whole units of
// READERS_UNIT bytes.
const struct last_read *readers_find(struct block *block, uintptr_t offset, size_t size,
                                     struct thread *thread, readers_judge *wrong, uintptr_t *where);
void readers_begin_busy(struct thread *thread, uintptr_t offset, size_t size, const char *pc);
void readers_end_busy(struct thread *thread, uintptr_t offset, size_t size, const char *pc);
void readers_end(struct block *block); // frees the records

#endif
