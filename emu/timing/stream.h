// SPDX-License-Identifier: MIT
//
// stream.h: the instructions of a warp for the simulator: no values, only which unit each
// instruction uses, for how long, and which load it depends on.
#ifndef EXPECT_STREAM_H
#define EXPECT_STREAM_H

#include <stdint.h>

enum instruction {
    IN_FMA,          // float32, one warp in a cycle
    IN_ALU,          // integers, half a warp in a cycle
    IN_SPECIAL,      // special function unit
    IN_DOUBLE,       // float64
    IN_MMA,          // tensor core
    IN_LOAD_SHARED,  // LDS, LDSM
    IN_STORE_SHARED, // STS
    IN_LOAD,         // LDG
    IN_STORE,        // STG, and atomics
    IN_COPY,         // LDGSTS: cp.async
    IN_COMMIT,       // ends a group of copies
    IN_WAIT,         // until at most so many groups are in flight
    IN_BARRIER,
    IN_FENCE,       // MEMBAR: until L2 acknowledges the warp's stores
    IN_ARRIVE,      // at an mbarrier
    IN_PASS,        // waits for a phase of it
    IN_BULK,        // UTMALDG: a box for the copy engine
    IN_BULK_STORE,  // UTMASTG
    IN_BULK_COMMIT, // ends a group of these stores
    IN_BULK_WAIT,   // until at most so many groups are in flight
    IN_WGMMA,       // a warpgroup's product, from shared memory
    IN_WGMMA_COMMIT,
    IN_WGMMA_WAIT,
    INSTRUCTIONS
};

// Data from L2 are written twice as wide as warps read, unless banks conflict. Otherwise GEMM tiles
// of 128 x 128 on the H200, whose boxes and products would need 640 passes in 512 cycles, could not
// be as fast as measured.
enum { WRITTEN_AT_ONCE = 2 };

// Loads and copies of a warp are numbered from 1 in the order of its stream, and so are its mma.
struct instr {
    uint8_t kind;
    uint8_t groups;      // IN_..._WAIT; IN_PASS: parity; IN_BARRIER: its number
    uint8_t barrier;     // mbarrier; IN_BARRIER: number of warps, 0: all
    uint8_t blocks;      // IN_BULK: destination blocks; IN_BULK_WAIT: 1: only for the read
    uint8_t chains;      // IN_FMA: number of independent chains; 0: all independent
    uint8_t dispatch;    // IN_FMA: cycles to read its registers, in 64ths
    uint8_t beside;      // IN_FMA of few chains: integer instructions issued with each, in 16ths
    uint16_t interval;   // of the tensor cores: IN_MMA: 16ths of a cycle, IN_WGMMA: cycles
    uint16_t times;      // number of repetitions
    uint16_t wavefronts; // passes through L1 and shared memory; IN_ARRIVE: arrivals
    uint16_t conflicts;  // IN_LOAD_SHARED: those of its passes that bank conflicts cause
    uint16_t fill;       // IN_COPY: passes when the data arrive
    uint32_t sectors;    // that L2 delivers or receives, in 16ths
    uint32_t dram;       // that DRAM transfers unless another SM requested them; in 16ths
    uint32_t bytes;      // IN_ARRIVE: expected; IN_BULK...: of the box; IN_WGMMA: bytes read
    uint32_t needs;      // number of the load whose result it uses, 0: none
    uint32_t needs_mma;
    uint32_t place; // location in the program
};

struct stream {
    struct instr *at;
    uint32_t count, room;
};

#endif
