// SPDX-License-Identifier: MIT
//
// sm.h: a cycle-by-cycle simulation of one streaming multiprocessor (SM).
//
// Each of four schedulers has every fourth warp. In every cycle a scheduler issues one instruction:
// from the warp it issued from last if that warp is ready, else from the oldest ready warp
// ("greedy, then oldest"). A warp issues in order. It is not ready while
//     it waits for a result, a barrier or copies;
//     the unit it needs is busy;
//     the memory queue of its scheduler is full.
// The four queues feed the single pipe of L1 and shared memory, which takes one wavefront (a pass
// through the 32 banks) in a cycle. L2 and DRAM follow: each is a latency and a bandwidth, of which
// each SM has its share.
//
// Time is counted in whole cycles. Nothing is random: the same input gives the same time.
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

// Limits that can be switched off, to measure their cost.
enum { FREE_L2 = 1, FREE_BANKS = 2, FREE_QUEUE = 4, TWICE_THE_WARPS = 8 };

enum { MOST_MBARRIERS = 32, MOST_KINDS = 9 };

struct sm_job {
    const struct gpu_time *gpu;
    const uint32_t *arrivals;   // of a phase of each mbarrier of a block
    const struct stream *warps; // of one block
    const struct stream *last;  // of the last of `parts` blocks; or NULL
    int parts;
    // If blocks differ: those traced, in the order of the grid; count: 0 if all are like `warps`.
    const struct stream *kinds[MOST_KINDS];
    int kind_count;
    int first_kind, last_kind, largest_kind; // of this SM's first and last block; of a single one
    int warps_per_block, resident;
    long blocks;     // that this SM runs in total
    int pace;        // 16ths of a cycle to a warp's next instruction, except after FMA and MMA
    int dram_share;  // 256ths of the sectors from L2 that come from DRAM
    bool shares;     // boxes are read by several SMs
    bool in_l2;      // all data are in L2: DRAM is not used
    bool by_request; // the trace says of each load whether its data come from DRAM
    // 16ths of a byte in a cycle: this SM's share; 0: the share if all SMs work
    int l2_bytes, dram_bytes, store_bytes;
    int dram_fair;             // dram_bytes, if DRAM were the only limit
    unsigned off;              // FREE_...
    int64_t (*cost)[WHYS];     // adds scheduler cycles by location; or NULL
    struct timeline *timeline; // records what each warp did; or NULL
};

struct sm_time {
    int64_t cycles; // until the last block has ended
    int64_t why[WHYS];
    int64_t issued, mma_busy, wgmma_busy, l1_busy; // in the simulated cycles
    int64_t simulated;
    int64_t work; // approximate number of simulated instructions
};

// Simulates some of many equal blocks and extrapolates the rest.
struct sm_time sm_run(const struct sm_job *job);

#endif
