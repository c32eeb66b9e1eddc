// SPDX-License-Identifier: MIT
//
// launch_time.h: how long a whole launch takes, from the simulation of one SM.
#ifndef EXPECT_LAUNCH_TIME_H
#define EXPECT_LAUNCH_TIME_H

#include "facts.h"
#include "gpu_time.h"
#include "requests.h"
#include "sm.h"
#include "timeline.h"

struct launch_shape {
    unsigned grid_x, grid_y;
    long blocks;
    int threads;                      // of a block
    long shared;                      // bytes of a block
    double multiply_adds;             // of a thread
    double bytes;                     // of the arrays that the launch reads; 0: unknown
    const struct kernel_facts *facts; // or NULL
    const struct traced_block *last;  // trace of the last of `parts` blocks, which combines their
                                      // results; or NULL
    int parts;
    const struct traced_block *sample[MOST_KINDS]; // if blocks differ: some, in order of the grid
    int samples;
    double arrays; // bytes of the parts of arrays that contain all that the traced blocks read;
                   // 0: unknown
    // Operations on the line of L2 that gets most; and on the line that gets most of those that all
    // are integer operations on one address.
    double atomics, integer_atomics;
};

struct launch_time {
    double cycles, mma_cycles; // cycles in which the tensor cores are busy
    int resident;              // blocks on an SM
    int registers;             // known or estimated
    double share[WHYS];        // of the schedulers' cycles
    double ipc, mma_busy, l1_busy;
    double work; // approximate number of simulated instructions
    bool waits_for_atomics;
    bool in_l2; // the data are assumed to be in L2 when the launch begins
};

// The clock falls while the tensor cores work, because power is limited.
double launch_us(const struct gpu_time *gpu, double cycles, double mma_cycles, int launches);

struct launch_time launch_time(const struct traced_block *block, const struct launch_shape *shape,
                               const struct gpu_time *gpu, unsigned off, int64_t (*cost)[WHYS]);

// The timeline of the same launch. The caller fills in the names of the kernel and the GPU.
struct launch_timeline launch_timeline(const struct traced_block *block,
                                       const struct launch_shape *shape,
                                       const struct gpu_time *gpu);

#endif
