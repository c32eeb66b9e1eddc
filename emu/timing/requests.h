// SPDX-License-Identifier: MIT
//
// requests.h: the requests that the engine recorded for the warps of one block, in the order of
// each warp.
#ifndef EXPECT_REQUESTS_H
#define EXPECT_REQUESTS_H

#include <stdbool.h>
#include <stdint.h>

enum request_kind {
    REQ_LOAD, // of global memory, like the next two
    REQ_STORE,
    REQ_ATOMIC,
    REQ_LOAD_SHARED,
    REQ_STORE_SHARED,
    REQ_COPY,
    REQ_LDMATRIX,
    REQ_MMA,
    REQ_COMMIT,
    REQ_WAIT,
    REQ_MEETING, // lanes reconverge; removed before the simulation (engine/expect/code.c)
    REQ_BARRIER,
    REQ_FENCE, // until the warp's writes are visible to other blocks
    // Hopper:
    REQ_ARRIVE, // at an mbarrier
    REQ_PASS,   // waits for a phase of it
    REQ_BULK,   // a box for the copy engine, like the next three
    REQ_BULK_STORE,
    REQ_BULK_COMMIT,
    REQ_BULK_WAIT,
    REQ_WGMMA, // and its groups
    REQ_WGMMA_COMMIT,
    REQ_WGMMA_WAIT
};

// The units that execute the instructions between two requests.
enum unit {
    UNIT_FMA,
    UNIT_ALU,
    UNIT_SPECIAL, // roots, reciprocals, 2^x, conversions
    UNIT_DOUBLE,
    UNIT_SHUFFLE,
    UNITS
};

// Instructions, in quarters: loop overhead counts as one quarter, because nvcc unrolls by four.
struct mix {
    uint32_t of[UNITS];
    uint32_t deep; // longest dependence chain of UNIT_FMA
};

struct traced {
    uint64_t address;  // of the first lane
    struct mix before; // between the warp's last request and this one
    bool follows;      // its address depends on the load before it
    bool varies;       // before it an iteration ends whose loop counter grows by a variable
    uint8_t kind;
    uint8_t size;    // bytes of a lane; REQ_MMA: of an element
    uint8_t groups;  // REQ_..._WAIT; REQ_PASS: the parity; REQ_BARRIER: its number
    uint8_t barrier; // REQ_ARRIVE, REQ_PASS, REQ_BULK: index; REQ_BARRIER: number of warps, 0: all
    uint8_t blocks;  // REQ_BULK: destination blocks; REQ_BULK_WAIT: 1: only for the read
    uint8_t wide; // REQ_LOAD_SHARED of 4 bytes: passes if it were one of 16 bytes; 0: not possible
    uint16_t passes;  // through the banks of L1 and shared memory
    uint16_t sectors; // global
    uint16_t fresh;   // sectors that the block had not accessed before
    uint16_t dram;    // sectors from DRAM: twice the pairs that the block had not accessed before
    uint16_t work; // REQ_MMA: m x n x (bytes of k) / 256: 16 is an m16n8k16 of f16; REQ_WGMMA: n;
                   // REQ_ARRIVE: arrivals; REQ_ATOMIC: lanes, if all add one value to one address
    uint32_t place;
    // Values of registers of lane 0. The instruction that produced a register is found by its
    // value.
    uint32_t in[6], out[4]; // REQ_MMA: out[0] is the sum, in[5] its addend
    uint8_t ins, outs;
    uint32_t bytes; // REQ_ARRIVE: expected; REQ_BULK: of the box; REQ_WGMMA: of shared memory
};

// Lanes that execute an atomic operation on one line of L2 (128 bytes).
struct atomic_line {
    uint64_t line, lanes;
    uint64_t address; // of the first operation
    bool is_sum;      // all are integer operations on that address
};

// A device array that a block reads, and the part of it that contains all that it reads.
struct array_read {
    const void *array;
    uint64_t from, to; // addresses
    uint64_t bytes;    // of the whole array
};

enum { MOST_TRACED_WARPS = 32, MOST_TRACED_BARRIERS = 32, MOST_ARRAYS = 16 };
struct traced_block {
    struct traced *of[MOST_TRACED_WARPS];
    uint32_t count[MOST_TRACED_WARPS], room[MOST_TRACED_WARPS];
    int warps;
    uint32_t arrivals[MOST_TRACED_BARRIERS]; // of a phase of each mbarrier
    int barriers;
    bool *common; // of each location: do all blocks read the same data there? NULL: nowhere
    struct atomic_line *atomics; // in any order; line 0: unused
    uint32_t atomic_count, atomic_room;
    bool has_code;                           // `before` is known
    uint32_t words_written, sectors_written; // of device memory, each counted once
    uint32_t lines_read;                     // of 128 bytes, the same
    struct array_read arrays[MOST_ARRAYS];
    int array_count;
    const char *incomplete; // why the trace is incomplete, or NULL
};

#endif
