// SPDX-License-Identifier: MIT
//
// record.h: EMU_TRACE=file: records the memory requests of the first block of each launch (or of
// the first EMU_TRACE_BLOCKS), for pictures.
#ifndef RECORD_H
#define RECORD_H

#include "tally.h"
#include "trace.h"

void record_init(void); // opens the file
bool record_is_on(void);
uint64_t record_blocks(void);                    // blocks to record of each launch; 0: recording is
                                                 // off
void record_begins(const struct launch *launch); // before its first block

static inline bool is_recorded(const struct block *b) { return b->number < b->launch->recorded; }

// One request of a warp and its own cost. to: for a cp.async, each lane's destination as an offset
// in the window; else NULL.
void record_request(const struct block *b, unsigned warp, const struct place *place,
                    const struct tally *cost, const uint64_t *addresses, const uint32_t *to,
                    const unsigned *lanes, unsigned count);

// An event at an mbarrier of the thread's block, recorded immediately, so that events keep their
// order. value: bytes of a load, or the phase that begins. to: the destination of a load, as an
// offset in the window.
enum record_kind { RECORD_BULK = NOTE_EVENT + 1, RECORD_ARRIVE, RECORD_PASS, RECORD_PHASE };
void record_mbarrier(const struct block *b, unsigned thread, enum record_kind kind, uint32_t at,
                     uint32_t to, unsigned value, const char *pc);

static inline bool is_watched(const struct block *b) { return is_traced(b) || is_recorded(b); }

// Passes a request to the trace and the record if they follow this block.
static inline void watch(const struct worker_counts *c, const struct place *place, unsigned id,
                         const struct tally *cost, const uint64_t *addresses, const uint32_t *to,
                         const unsigned *lanes, unsigned count)
{
    if (is_traced(c->block))
        trace_request(c->block, c->warp, place, id, cost, addresses, lanes, count);
    if (is_recorded(c->block) && place->kind != NOTE_EVENT)
        record_request(c->block, c->warp, place, cost, addresses, to, lanes, count);
}

#endif
