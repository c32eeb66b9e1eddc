// SPDX-License-Identifier: MIT
//
// notes.h: notes of what each lane accesses. The counters are computed from them.
#ifndef NOTES_H
#define NOTES_H

#include "../fiber/fiber.h"
#include "../memory/memory.h"
#include "../base/base.h"

// A lane notes its accesses. When no lane of the warp can continue, the notes are merged into the
// requests that a warp would make.
enum { TRACE = 128 };
void count_note(struct thread *thread, const void *p, unsigned size, int kind, const char *pc);
// A note is one word: the location in the program (24 bits) above the address (40 bits).
enum { PLACE_BITS = 24, ADDRESS_BITS = 40 };
extern _Atomic uint16_t *count_place_of __attribute__((visibility("hidden"))); // 0: not seen yet
// Notes a cp.async. from NULL: it only fills with zeros.
void count_note_copy(struct thread *t, const void *to, const void *from, unsigned size,
                     unsigned bytes, bool past_l1, const char *pc);
void count_meeting(struct thread *thread, const char *pc); // lanes reconverge here
void count_barrier(void);
void count_arrival(void); // of a thread, at an mbarrier
// Counts a box that the copy engine loads or stores.
struct box;
void count_bulk(const struct box *box, bool load);
// Counts a wgmma; operations: its multiplications and additions.
void count_wgmma(long long operations);
void count_begin_warp(struct block *block, unsigned warp);
// Merges the notes. Returns true if a lane stopped only because its notes were full.
bool count_merge(struct block *block, unsigned warp);
void count_block(const struct launch *launch);
// The last four are noted only for a trace (trace.h).
enum {
    NOTE_LOAD,
    NOTE_STORE,
    NOTE_ATOMIC,
    NOTE_MEETING,
    NOTE_COPY,
    NOTE_LDMATRIX,
    NOTE_STMATRIX,
    NOTE_MMA,
    NOTE_WGMMA,
    NOTE_COMMIT,
    NOTE_WAIT,
    NOTE_BARRIER,
    NOTE_EVENT
};

// Fast path of count_note(), for a known location and memory in the arena.
static inline void count_note_soon(struct thread *t, uintptr_t offset, const void *p, unsigned size,
                                   int kind, const char *pc)
{
    uint64_t at = (uint64_t)(pc - __ehdr_start);
    if (UNLIKELY(at >> PLACE_BITS || offset >= STACK_END ||
                 atomic_load_explicit(&count_place_of[at], memory_order_relaxed) == 0)) {
        count_note(t, p, size, kind, pc);
        return;
    }
    *t->trace_at = at << ADDRESS_BITS | offset;
    t->trace_at += WARP;
    if (UNLIKELY(t->trace_at == t->trace_end))
        thread_wait(THREAD_READY); // resumed after the notes are merged
}

// ---- counters.c, listing.c ----------------------------------------------------------------------

bool count_is_on(void);
void count_find_mine(void); // each worker, before a launch
void count_launch_ended(const struct launch *launch);
void count_init(void);
// Returns true if the environment asks for a listing or a picture at the end.
bool listing_init(void);

#endif
