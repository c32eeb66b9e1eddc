// SPDX-License-Identifier: MIT
//
// trace_parts.h: what trace.c (memory requests) and trace_async.c (asynchronous operations) share.
#ifndef TRACE_PARTS_H
#define TRACE_PARTS_H

#include "tally.h"
#include "trace.h"

enum { PAIR = 2 * SECTOR }; // of bytes that DRAM and L2 send together

// Registers of lane 0 that matrix instructions read and wrote.
struct values {
    uint32_t in[6], out[4];
    uint8_t ins, outs, size;
    uint16_t work;
};

// How often each lane reached an instruction, and the maximum over the lanes.
struct comings {
    uint32_t of[WARP], most;
};

// The share of L1 that a block has.
struct l1 {
    struct l1_line *lines; // a hash table of all lines that the block has read
    size_t room;
    uint32_t capacity;           // lines; 0: everything fits
    uint32_t brought[MAX_WARPS]; // lines that each warp has brought in so far
};

struct trace {
    struct l1 l1;
    struct traced_block block;
    bool meets;
    int number; // in the sample
    struct {
        struct values *of;
        unsigned count, room;
    } values[MAX_WARPS];
    // A hash set of sectors and pairs of sectors; 0: unused.
    uint64_t *seen;
    size_t seen_count, seen_room;
    // Instructions without an address: a lane's note holds an index into this array.
    struct traced *events;
    unsigned event_count, event_room;
    uint32_t barriers[MOST_TRACED_BARRIERS]; // their offsets in the window
    struct comings_of_warp {
        struct comings *at[MAX_PLACES];
    } * came[MAX_WARPS];
};

void *trace_must(void *p);
void trace_free_events(struct trace *t);
struct traced *trace_add(struct trace *t, unsigned warp);
// How many pairs of sectors of these addresses the block had not accessed before.
unsigned trace_fresh_pairs(struct trace *t, const uint64_t *addresses, unsigned count,
                           unsigned size);
// Adds bytes at an address to those that the block reads: DRAM traffic cannot exceed the parts of
// arrays that contain them.
void trace_array(struct trace *t, uint64_t address, unsigned bytes);
// Adds the lanes of an atomic request to the lines of L2 that they access.
void trace_atomic_lines(struct trace *t, struct traced *r, const struct place *place,
                        const uint64_t *addresses, unsigned count);
unsigned trace_atomic_passes(const uint64_t *addresses, unsigned count);
// The sectors that L2 sends because addresses of these are not in L1: always both of a pair.
unsigned trace_l1_misses(struct trace *t, unsigned warp, const uint64_t *addresses, unsigned count,
                         unsigned size, unsigned place);
// The cycles in which L1 finds the lines of these addresses: four in a cycle.
unsigned trace_l1_lookups(const uint64_t *addresses, unsigned count);
// Adds the events of lanes that reached the same location.
void trace_events(struct trace *t, unsigned warp, unsigned id, const uint64_t *notes,
                  const unsigned *lanes, unsigned count);

#endif
