// SPDX-License-Identifier: MIT
//
// sample.h: the blocks of a launch that are traced, and whether they do the same work.
#ifndef EXPECT_SAMPLE_H
#define EXPECT_SAMPLE_H

#include "../count/count.h"
#include "../../timing/launch_time.h"

// Traces the first block of the launch; if its blocks may differ, also the last and some between.
struct traced_sample *traced_sample_new(const struct launch *launch, bool meets, bool several);
void traced_sample_free(struct traced_sample *sample);
// A launch for the sample alone first runs the blocks at both ends and in the middle. If they do
// not do the same, it runs the others. Returns how many it runs; 0: no more.
int traced_sample_next(struct traced_sample *sample);

struct spread {
    int blocks;         // traced
    double least, most; // work of a block, relative to the mean of the traced ones
};
// Adds to the shape what the traced blocks show: whether they differ, and atomics.
struct spread traced_sample_add(const struct traced_sample *sample, struct launch_shape *shape);

#endif
