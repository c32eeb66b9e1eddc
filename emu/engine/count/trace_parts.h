// SPDX-License-Identifier: MIT
//
// trace_parts.h: the inside of trace.c (requests of memory) and trace_async.c (what runs beside the
// threads).
#ifndef TRACE_PARTS_H
#define TRACE_PARTS_H

#include "tally.h"
#include "trace.h"

enum { MOST_ARRAYS = 16 };

// Registers of lane 0 that matrix instructions read and wrote.
struct values {
    uint32_t in[6], out[4];
    uint8_t ins, outs, size;
    uint16_t work;
};

// How often each lane came to an instruction, and how often any.
struct comings {
    uint32_t of[WARP], most;
};

struct trace {
    struct traced_block block;
    bool meets;
    struct {
        struct values *of;
        unsigned count, room;
    } values[MAX_WARPS];
    // Sectors, and pairs of them, in a hash table; 0: free.
    uint64_t *seen;
    size_t seen_count, seen_room;
    const struct allocation *arrays[MOST_ARRAYS];
    int array_count;
    // Of instructions without an address: each lane's note holds a number here.
    struct traced *events;
    unsigned event_count, event_room;
    uint32_t barriers[MOST_TRACED_BARRIERS]; // where they lie in the window
    struct comings_of_warp {
        struct comings *at[MAX_PLACES];
    } * came[MAX_WARPS];
};

void *trace_must(void *p);
void trace_free_events(struct trace *t);
struct traced *trace_add(struct trace *t, unsigned warp);
// Of these, how many pairs of sectors the block had not touched.
unsigned trace_fresh_pairs(struct trace *t, const uint64_t *addresses, unsigned count,
                           unsigned size);
// No more than the arrays that it reads can come from DRAM.
void trace_array(struct trace *t, uint64_t address);
// The events of these lanes, which came to one place.
void trace_events(struct trace *t, unsigned warp, unsigned id, const uint64_t *notes,
                  const unsigned *lanes, unsigned count);

#endif
