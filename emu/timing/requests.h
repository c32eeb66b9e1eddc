// SPDX-License-Identifier: MIT
//
// requests.h: what the engine saw the warps of one block do, in the order of each warp.
#ifndef EXPECT_REQUESTS_H
#define EXPECT_REQUESTS_H

#include <stdbool.h>
#include <stdint.h>

enum request_kind {
    REQ_LOAD, // of global memory, as the next two
    REQ_STORE,
    REQ_ATOMIC,
    REQ_LOAD_SHARED,
    REQ_STORE_SHARED,
    REQ_COPY,
    REQ_LDMATRIX,
    REQ_MMA,
    REQ_COMMIT,
    REQ_WAIT,
    REQ_MEETING, // lanes come together; none are left when a block is simulated
                 // (engine/expect/code.c)
    REQ_BARRIER,
    REQ_FENCE, // what the warp wrote is seen by all before it goes on
    // Hopper:
    REQ_ARRIVE, // at an mbarrier
    REQ_PASS,   // until its phase is over
    REQ_BULK,   // a box for the copy engine, as the next three
    REQ_BULK_STORE,
    REQ_BULK_COMMIT,
    REQ_BULK_WAIT,
    REQ_WGMMA, // and its groups
    REQ_WGMMA_COMMIT,
    REQ_WGMMA_WAIT
};

// Who executes what stands between two requests.
enum unit {
    UNIT_FMA,
    UNIT_ALU,
    UNIT_SPECIAL, // roots, reciprocals, 2^x, conversions
    UNIT_DOUBLE,
    UNIT_SHUFFLE,
    UNITS
};

// Instructions, in quarters: what only counts the turns of a loop is one, as nvcc unrolls by four.
struct mix {
    uint32_t of[UNITS];
    uint32_t deep; // of UNIT_FMA, those that stand one after another, each with the sum before it
};

struct traced {
    uint64_t address;  // of the first lane
    struct mix before; // between the warp's last request and this one
    bool follows;      // its address comes from what the request before it loads
    uint8_t kind;
    uint8_t size;    // bytes of a lane; REQ_MMA: of an element
    uint8_t groups;  // REQ_..._WAIT; REQ_PASS: the parity; REQ_BARRIER: its number
    uint8_t barrier; // REQ_ARRIVE, REQ_PASS, REQ_BULK: which; REQ_BARRIER: of so many warps, 0: all
    uint8_t blocks;  // REQ_BULK: that the box goes to; REQ_BULK_WAIT: 1: until it was read
    uint8_t wide; // REQ_LOAD_SHARED of 4 bytes: passes if it were one of 16 there; 0: it cannot be
    uint16_t passes;  // through the banks of L1 and shared memory
    uint16_t sectors; // global
    uint16_t fresh;   // of these, those that the block had not touched before
    uint16_t dram; // that DRAM moves for it: pairs of sectors that the block had not touched, twice
    uint16_t work; // REQ_MMA: m x n x (bytes of k) / 256: 16 is an m16n8k16 of f16;
                   // REQ_WGMMA: n; REQ_ARRIVE: arrivals
    uint32_t place;
    // Registers of lane 0, by value: that is how the instruction that made them is found.
    uint32_t in[6], out[4]; // REQ_MMA: out[0] is the sum, in[5] what it is added to
    uint8_t ins, outs;
    uint32_t bytes; // REQ_ARRIVE: expected; REQ_BULK: of the box; REQ_WGMMA: of shared memory
};

enum { MOST_TRACED_WARPS = 32, MOST_TRACED_BARRIERS = 32 };
struct traced_block {
    struct traced *of[MOST_TRACED_WARPS];
    uint32_t count[MOST_TRACED_WARPS], room[MOST_TRACED_WARPS];
    int warps;
    uint32_t arrivals[MOST_TRACED_BARRIERS]; // of a phase of each mbarrier
    int barriers;
    bool has_code;                           // `before` is known
    uint32_t words_written, sectors_written; // of device memory; different ones
    uint64_t arrays;                         // bytes of those that it reads in device memory
    const char *incomplete;                  // why it is not whole, or NULL
};

#endif
