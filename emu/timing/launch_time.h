// SPDX-License-Identifier: MIT
//
// launch_time.h: how long a whole launch takes: what one SM is given, simulated.
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
    double bytes;                     // of the arrays that the launch reads; 0: not known
    const struct kernel_facts *facts; // or NULL
    const struct traced_block *last;  // as a block that comes last of `parts` of them; or NULL
    int parts;
};

struct launch_time {
    double cycles, mma_cycles; // in the second the tensor cores are busy
    int resident;              // blocks on an SM
    int registers;             // as known or as estimated
    double share[WHYS];        // of the schedulers' cycles
    double ipc, mma_busy, l1_busy;
    double work; // instructions that were simulated, about
};

// The clock falls while the tensor cores work: power limits it.
double launch_us(const struct gpu_time *gpu, double cycles, double mma_cycles, int launches);

struct launch_time launch_time(const struct traced_block *block, const struct launch_shape *shape,
                               const struct gpu_time *gpu, unsigned off, int64_t (*cost)[WHYS]);

// Of the same launch, when what happened. Kernel's and GPU's names are for the caller to fill in.
struct launch_timeline launch_timeline(const struct traced_block *block,
                                       const struct launch_shape *shape,
                                       const struct gpu_time *gpu);

#endif
