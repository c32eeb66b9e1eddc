// SPDX-License-Identifier: MIT
//
// sm.h: one streaming multiprocessor (SM), simulated cycle by cycle.
//
// Four schedulers, each with the warps whose number leaves the same rest. In every cycle a
// scheduler issues one instruction: of the warp it issued from last if that can go on, else of the
// oldest that can ("greedy, then oldest"). A warp goes in order; it cannot go on while
//     it waits for a result, a barrier or copies;
//     the unit it needs is busy;
//     the memory queue of its scheduler is full.
// The four queues lead into the one pipe of L1 and shared memory, which takes one wavefront (a pass
// through the 32 banks) in a cycle. Behind it stand L2 and DRAM: a delay, and a bandwidth, of which
// each SM has its share.
//
// Time is counted in whole cycles, and nothing is random: the same input gives the same time.
#ifndef EXPECT_SM_H
#define EXPECT_SM_H

#include <stdbool.h>
#include <stdint.h>

#include "gpu_time.h"
#include "stream.h"

enum why {
    WHY_ISSUED,
    WHY_MATH,   // FMA, integer or tensor pipe busy
    WHY_QUEUE,  // memory queue full
    WHY_LONG,   // result of a load from global memory
    WHY_SHORT,  // result of a load from shared memory
    WHY_RESULT, // result of arithmetic
    WHY_COPIES, // asynchronous copies
    WHY_BARRIER,
    WHY_EMPTY, // no warp: blocks begin or end
    WHYS
};

// What is switched off, to see what it costs.
enum { FREE_L2 = 1, FREE_BANKS = 2, FREE_QUEUE = 4, TWICE_THE_WARPS = 8 };

enum { MOST_MBARRIERS = 32 };

struct sm_job {
    const struct gpu_time *gpu;
    const uint32_t *arrivals;   // of a phase of each mbarrier of a block
    const struct stream *warps; // of one block
    const struct stream *last;  // and of one that comes last of `parts` of them; or NULL
    int parts;
    int warps_per_block, resident;
    long blocks;    // that this SM runs in all
    int pace;       // 16ths of a cycle to a warp's next instruction, but after FMA and MMA
    int dram_share; // of the sectors that come from L2: 256ths that DRAM must deliver first
    bool shares;    // boxes are read by several SMs
    bool in_l2;     // all that it reads: nothing comes from DRAM
    // 16ths of a byte in a cycle: this SM's part; 0: as all SMs work
    int l2_bytes, dram_bytes, store_bytes;
    int dram_fair;             // dram_bytes, if nothing else were narrower
    unsigned off;              // FREE_...
    int64_t (*cost)[WHYS];     // by place: scheduler cycles are added here; or NULL
    struct timeline *timeline; // what each warp did is noted here; or NULL
};

struct sm_time {
    int64_t cycles; // until the last block has ended
    int64_t why[WHYS];
    int64_t issued, mma_busy, wgmma_busy, l1_busy; // in the cycles that were simulated
    int64_t simulated;
    int64_t work; // instructions that were simulated, about
};

// Many equal blocks: some are simulated, the rest follows from their rate.
struct sm_time sm_run(const struct sm_job *job);

#endif
