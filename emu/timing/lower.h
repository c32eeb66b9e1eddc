// SPDX-License-Identifier: MIT
//
// lower.h: from what the warps of a block asked for to the instructions that nvcc makes of it.
#ifndef EXPECT_LOWER_H
#define EXPECT_LOWER_H

#include "facts.h"
#include "gpu_time.h"
#include "requests.h"
#include "stream.h"

struct lower_hint {
    double multiply_adds;             // of a thread, in all, where they are not mma
    const struct kernel_facts *facts; // or NULL
};

struct lowered {
    struct stream of[MOST_TRACED_WARPS];
    int warps;
    int registers; // of a thread: an estimate, sums + what one group of loads brings + addresses
};

struct lowered *lower(const struct traced_block *block, const struct lower_hint *hint,
                      const struct gpu_time *gpu);
void lowered_free(struct lowered *lowered);

#endif
