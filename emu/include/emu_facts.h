// SPDX-License-Identifier: MIT
//
// emu_facts.h: properties of kernels that only nvcc knows, for expected times. A program that has
// read its kernels' machine code registers them. Otherwise an expected time assumes typical values.
#ifndef EMU_FACTS_H
#define EMU_FACTS_H

#ifdef __cplusplus
extern "C" {
#endif

struct kernel_facts {
    const char *source, *kernel; // "sums/2_tiled", "sum_tiled": the file's path without its ending
    int registers, spilled, shared; // of a thread; bytes of a thread; static bytes of a block
    // Instructions of one iteration of the loop with most multiply-adds (hot), and of its enclosing
    // loop (turn): FFMA or MMA; and all other instructions except loads, stores, copies and
    // barriers.
    int hot_multiplies, hot_others, turn_multiplies, turn_others;
    int dispatch; // cycles of an FFMA in the hot loop, in 64ths: the register file's banks
    // For the enclosing loop: the number of sequential stores to shared memory that wait for their
    // data; and 16ths of a cycle from a non-multiplying instruction to the warp's next. Or 0.
    int waits, pace;
    int together; // loads in flight at a time where parts of a tile are added up, or 0
};

// Registers the table, which must stay valid. NULL and 0: none.
void emu_register_kernel_facts(const struct kernel_facts *table, int count);

#ifdef __cplusplus
}
#endif
#endif
