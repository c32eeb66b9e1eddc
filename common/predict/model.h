// SPDX-License-Identifier: MIT
//
// model.h: a roofline: how long a kernel takes at least, if one unit of the GPU is busy all the
// time.
//
// Units, and for each a time, from published figures and counters alone:
//     FMA   multiply-adds                        / what the FP32 cores do in a second
//     MMA   those of mma.sync and wgmma          / what the tensor cores do in a second
//           (padding included), instead of FMA
//     DRAM  bytes of A, B and C, each once       / bandwidth of the memory
//     L2    sectors x 32 bytes                   / bandwidth of the L2 cache
//     L1    wavefronts and sectors of all SMs    / what the L1 and shared memory of an SM deliver
//           in a clock cycle
// The largest is the modelled time; its unit limits the kernel. No figure is fitted to a kernel.
//
// An mma.sync counts as 16 x 8 x k with 32 bytes of k, as in our steps; on compute capability 7.5
// as 16 bytes of k, and in f64 before 9.0 as 8 x 8 x 4. The figures of the tensor cores are those
// of the data sheets, for dense matrices. Hopper reaches them only with wgmma: mma.sync stays below
// them.
//
// It is a model, and omits: latency, and whether there are enough warps to hide it (occupancy);
// what wgmma reads from shared memory (from n = 64 on this takes no longer than its products); hits
// in the L1 cache (every sector is charged to L2, so a kernel whose warps share sectors can beat
// the L2 time); misses in L2 beyond the first (DRAM is charged once); the tag look-ups of requests
// that touch many cache lines; instructions other than multiply-adds and memory accesses; the
// launch; the last, half-empty wave of blocks; clocks that power limits lower. So it shows which
// unit to look at first, and how two kernels should compare. Only a GPU shows how long a kernel
// takes.
#ifndef COMMON_MODEL_H
#define COMMON_MODEL_H

#include <stdbool.h>

#include "../step/counters.h"
#include "../step/machine.h"
#include "../step/step.h"

enum model_unit { MODEL_FMA, MODEL_MMA, MODEL_DRAM, MODEL_L2, MODEL_L1, MODEL_UNITS };

struct model {
    const char *gpu;        // whose figures: "NVIDIA H200"
    double ms[MODEL_UNITS]; // NAN if not known; 0 of FMA or MMA if the step uses the other one
    enum model_unit bound;
    double bound_ms; // the largest
};

const char *model_unit_name(enum model_unit unit); // "FMA", "MMA", "DRAM", "L2", "L1"

// FLOP/s (operations/s for integers) that this machine reaches at most in the step's types: on FP32
// cores from its cores and clock, on tensor cores the data sheet's for dense matrices. NAN if no
// figure is known.
double model_peak(const struct machine *machine, const struct step *step);

// The model of one run of the step that computes p with these counts. False if the model has no
// figures for this machine.
bool model_step(const struct machine *machine, const struct step *step,
                const struct gemm_problem *p, const struct counts *counts, struct model *model);

#endif
