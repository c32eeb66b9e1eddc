// SPDX-License-Identifier: MIT
// title: A budget of registers
// lesson: library_speed.md#registers-the-budget
// minutes: 10
// form: answers
// sizes: 128 128 8
// check: P needed == 8 * 8 + 8 + 8 + 4 + 4
// check: P budget == 65536 / (2 * 256)
// check: P blocks == floor(65536, 256 * 129)
// check: P warps == 256 / 32
// check: P larger == 16 * 8 + 16 + 8
// stub: P needed, P budget, P blocks, P warps, P larger
// hint: A register holds one float. What does a thread of step 5 hold between two barriers?
// hint: Section "Registers: the budget". An SM has 65,536 registers, and only whole blocks fit.
// hint: 64 sums, 8 + 8 fragments, a float4 of A and one of B. 65,536 / (2 * 256) is a whole
//   number; 65,536 / (256 * 129) is 1.98.
// why: The sums are what a register tile is for, and they take most of its registers. The rest
//   of the 128 is for addresses and loop counters; with one register more than 128 only one
//   block fits, and while its 8 warps wait at a barrier nothing computes. That is what
//   __launch_bounds__(256, 2) is for. A tile of 16 x 8 needs 152 before any address: one block
//   in an SM, so it must fetch ahead by itself.
//
// No program to write: numbers to find on paper, for a block of 256 threads, as in steps 4 to 6. A
// thread of step 5 computes 8 x 8 sums from fragments of 8 and 8 floats, and has a float4 of A and
// one of B in flight from global to shared memory. An SM has 65,536 registers.
//
//     needed    registers of a thread for all of these: sums, fragments, words in flight
//     budget    the most registers a thread may have if two blocks must fit in an SM
//     blocks    that fit if the compiler uses 129 registers per thread
//     warps     in an SM then
//     larger    registers for sums and fragments alone, with a tile of 16 x 8 a thread
//
// Checked: all five are right.

#include "learn/exercise.h"

//@stub
// TODO: the right numbers instead of 0
ANSWER(needed, 0);
ANSWER(budget, 0);
ANSWER(blocks, 0);
ANSWER(warps, 0);
ANSWER(larger, 0);
//@solution
ANSWER(needed, 8 * 8 + 8 + 8 + 4 + 4);
ANSWER(budget, 128);
ANSWER(blocks, 1);
ANSWER(warps, 8);
ANSWER(larger, 16 * 8 + 16 + 8);
//@end

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant as_before
// fails: P warps
// because: 16 warps are those of two blocks: the second did not fit
//@1
ANSWER(needed, 88);
ANSWER(budget, 128);
ANSWER(blocks, 1);
ANSWER(warps, 16);
ANSWER(larger, 152);
//@end

//@mutant one_block
// fails: P budget
// because: what one block may have: with two, each thread gets half
//@1
ANSWER(needed, 88);
ANSWER(budget, 256);
ANSWER(blocks, 1);
ANSWER(warps, 8);
ANSWER(larger, 152);
//@end

//@mutant only_the_area
// fails: P larger
// because: the fragments grow, too: 16 + 8
//@1
ANSWER(needed, 88);
ANSWER(budget, 128);
ANSWER(blocks, 1);
ANSWER(warps, 8);
ANSWER(larger, 128);
//@end

//@mutant rounded
// fails: P blocks
// because: 1.98 is rounded up: there are no two blocks that share the registers of 1.98
//@1
ANSWER(needed, 88);
ANSWER(budget, 128);
ANSWER(blocks, 2);
ANSWER(warps, 8);
ANSWER(larger, 152);
//@end

//@mutant sums_only
// fails: P needed
// because: the sums alone: fragments and words in flight are in registers, too
//@1
ANSWER(needed, 64);
ANSWER(budget, 128);
ANSWER(blocks, 1);
ANSWER(warps, 8);
ANSWER(larger, 152);
//@end

#endif
