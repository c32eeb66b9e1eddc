// SPDX-License-Identifier: MIT
//
// emu_facts.h: what only nvcc knows of kernels, for expected times. A program that has read its
// kernels' machine code registers what it found; without it, an expected time assumes what most
// kernels have.
#ifndef EMU_FACTS_H
#define EMU_FACTS_H

#ifdef __cplusplus
extern "C" {
#endif

struct kernel_facts {
    const char *source, *kernel; // "sums/2_tiled", "sum_tiled": the file's path without its ending
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

// From here on these are known. The table stays where it is; NULL and 0: none.
void emu_know_kernels(const struct kernel_facts *table, int count);

#ifdef __cplusplus
}
#endif
#endif
