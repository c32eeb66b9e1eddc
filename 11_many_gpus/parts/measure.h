// SPDX-License-Identifier: MIT
//
// measure.h: how long an operation takes on real GPUs.
#ifndef MANY_MEASURE_H
#define MANY_MEASURE_H

#include "../../common/base/timer.h"
#include "ranks.h"

#ifdef __cplusplus
extern "C" {
#endif

// What is measured: steps, and whatever else computes the same on all GPUs.
struct many_contender {
    const char *name;
    many_fn *run;
    struct statistics us; // of the slowest GPU, from the first call to the end of its work
};

// All contenders in `reps` rounds after two of warm-up, each round in another order. Before each
// run the GPUs rest as long as the last one took, and the host threads start together.
void many_measure(struct ranks *all, const struct many_gemm *g, struct many_contender *contenders,
                  int count, int reps);

// The products of all ranks alone, as if all data were there. Its C is overwritten.
many_fn compute_only;

#ifdef __cplusplus
}
#endif
#endif
