// SPDX-License-Identifier: MIT
//
// model.h: a roofline: how long a kernel takes at least, if one unit of the GPU is busy all the
// time.
//
// Four units, four times, each from published figures and counters alone:
//     FMA   multiply-adds                        / what the FP32 cores do in a second
//     DRAM  bytes of A, B and C, each once       / bandwidth of the memory
//     L2    sectors x 32 bytes                   / bandwidth of the L2 cache
//     L1    wavefronts and sectors of all SMs    / what the L1 and shared memory of an SM deliver
//           in a clock cycle
// The largest is the modelled time, its unit the one that binds. No figure is fitted to a kernel.
//
// It is a model, and leaves out: latency, and whether there are enough warps to hide it
// (occupancy); hits in the L1 cache (every sector is charged to L2, so a kernel whose warps share
// sectors can beat the L2 time); misses in L2 beyond the first (DRAM is charged once); the tag
// look-ups of requests that touch many cache lines; instructions other than multiply-adds and
// memory accesses; the launch; the last, half-empty wave of blocks; clocks that power limits lower.
// So it says which unit to look at first, and how two kernels should compare; only a GPU says how
// long one takes.
#ifndef COMMON_MODEL_H
#define COMMON_MODEL_H

#include <stdbool.h>

#include "counters.h"
#include "machine.h"
#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

enum model_unit { MODEL_FMA, MODEL_DRAM, MODEL_L2, MODEL_L1, MODEL_UNITS };

struct model {
    const char *gpu;        // whose figures: "NVIDIA H200"
    double ms[MODEL_UNITS]; // NAN where no figure is published
    enum model_unit bound;
    double bound_ms; // the largest
};

const char *model_unit_name(enum model_unit unit); // "FMA", "DRAM", "L2", "L1"

// The model of one run of the step that computes p with these counts. False where the model has no
// figures for this machine.
bool model_step(const struct machine *machine, const struct step *step,
                const struct gemm_problem *p, const struct counts *counts, struct model *model);

#ifdef __cplusplus
}
#endif
#endif
