// SPDX-License-Identifier: MIT
//
// race.h: diagnoses of races and of reads of memory that was never written.
#ifndef RACE_H
#define RACE_H

#include "../base/base.h"

// Reports that the running thread's access is not ordered with an older one. mark: PLACE_OF_COPY if
// the new access is an asynchronous copy, else 0.
void report_race(const struct access_record *old, bool old_writes, uintptr_t offset, size_t size,
                 enum access_kind kind, uint32_t mark, const char *pc) __attribute__((cold));
// A store that was held back as a doubt has been made: reports the race, and says if both threads
// stored the same value.
void report_doubt(const struct doubt *doubt) __attribute__((cold));
// A thread reads global memory that nothing has written. Reported when the launch ends, unless
// another thread's write turns out to race with it.
void report_unwritten_global(struct thread *t, uintptr_t offset, size_t size, const char *pc)
    __attribute__((cold));
// Shared memory is read before any thread wrote it. The report waits until the next barrier: a late
// writer before it makes this a race.
void note_early_read(struct thread *t, uintptr_t offset, size_t size, const char *pc);

#endif
