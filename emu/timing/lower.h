// SPDX-License-Identifier: MIT
//
// lower.h: converts the requests of a block's warps to the instructions that nvcc generates.
#ifndef EXPECT_LOWER_H
#define EXPECT_LOWER_H

#include "facts.h"
#include "gpu_time.h"
#include "requests.h"
#include "stream.h"

struct lower_hint {
    double multiply_adds;             // of a thread in total, without mma
    const struct kernel_facts *facts; // or NULL
    long shares_l1; // blocks of an SM, which fetch what all of them read only once
};

struct lowered {
    struct stream of[MOST_TRACED_WARPS];
    int warps;
    int registers; // estimate for a thread: sums, one group of loads, and addresses
};

struct lowered *lower(const struct traced_block *block, const struct lower_hint *hint,
                      const struct gpu_time *gpu);
void lowered_free(struct lowered *lowered);

#endif
