// SPDX-License-Identifier: MIT
//
// trace.h: what the warps of a launch's first block do, one after another, for the expected time.
#ifndef TRACE_H
#define TRACE_H

#include "tally.h"
#include "emu_matrix.h"
#include "../expect/requests.h"

struct trace; // of one launch

struct trace *trace_new(unsigned threads);
const struct traced_block *trace_block(const struct trace *trace);
void trace_free(struct trace *trace);

static inline bool is_traced(const struct block *b) { return b->launch->trace && b->number == 0; }

// One request, with what it alone cost.
void trace_request(const struct block *b, unsigned warp, const struct place *place, unsigned id,
                   const struct tally *cost, const uint64_t *addresses, const unsigned *lanes,
                   unsigned count);
// An instruction without an address: NOTE_COMMIT, NOTE_WAIT, NOTE_BARRIER.
void trace_note(struct thread *t, int kind, unsigned value, const char *pc);
// The block does what is not simulated: nothing can be expected of it, and why.
void trace_unknown(const struct block *b, const char *why);
// The registers of lane 0, noted before the request itself is.
void trace_ldmatrix(const struct block *b, unsigned warp, const uint32_t *registers, int matrices);
void trace_mma(const struct block *block, unsigned warp, const struct emu_mma *which, const void *a,
               const void *b, uint32_t added_to, uint32_t sum);

// One request of shared memory, as count.c has it.
void count_shared_request(struct tally *tally, const struct place *place, const uint64_t *addresses,
                          const unsigned *lanes, unsigned count, uint64_t low, uint64_t high);

#endif
