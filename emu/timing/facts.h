// SPDX-License-Identifier: MIT
//
// facts.h: what only nvcc knows of the course's kernels. `make kernel-facts` writes the table.
#ifndef EXPECT_FACTS_H
#define EXPECT_FACTS_H

struct kernel_facts {
    const char *source, *kernel;    // "05_outer_product/6_warp_tile", "sgemm_warp_tile"
    int registers, spilled, shared; // of a thread; bytes of a thread; static bytes of a block
    // Of one pass through the loop that multiplies most, and of the turn around it: FFMA or MMA,
    // and all other instructions that are no loads, stores, copies or barriers.
    int hot_multiplies, hot_others, turn_multiplies, turn_others;
    int dispatch; // cycles of an FFMA in the hot loop, in 64ths: the register file's banks
    // Of a turn: how often, one after another, stores in shared memory wait for what they store;
    // 16ths of a cycle from an instruction that does not multiply to the warp's next. Or 0.
    int waits, pace;
    int together; // loads that are on their way at a time where parts of a tile are added up, or 0
};

// Of a kernel of the step's chapter: a step may take it from another file
// ("05_outer_product/8_tuned" from "05_outer_product/tuned_width_4"). Of several of that name the
// one in the file that is named most like the step. NULL where nothing is known.
const struct kernel_facts *facts_find(const char *step, const char *kernel);

// These instead, of whatever is asked; until NULL is given.
void facts_are(const struct kernel_facts *facts);

#endif
