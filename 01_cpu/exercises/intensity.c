// SPDX-License-Identifier: MIT
// title: FLOP and bytes
// lesson: README.md#the-problem
// minutes: 10
// form: answers
// sizes: 96 96 96
// check: P flop == 2 * m * n * k
// check: P bytes == 4 * (m * k + k * n + m * n)
// check: P intensity == 2 * m * n * k / (4 * (m * k + k * n + m * n))
// check: P bend == 6 * 180 / 15
// check: P vector == 4 / 2
// stub: P flop, P bytes, P intensity, P bend, P vector
// hint: How many operations is one multiply-add, and how many elements has each of the three
//   matrices?
// hint: Section "The problem" has the three formulas (work, data, intensity); The roofline in
//   section "The machine" says when memory is the limit: if intensity times bandwidth is below the
//   peak.
// hint: 2 n^3 FLOP over 4 * 3 n^2 bytes is n / 6. The bend is where n / 6 * 15 GB/s reaches 180
//   GFLOP/s. A matrix times a vector has 2 m k FLOP and moves 4 m k bytes.
// why: The intensity of a square product grows with its size: n / 6. At 96 it is 16 FLOP a byte, to
//   the right of this machine's bend at 180 / 15 = 12, which is n = 72: from there on a product may
//   be limited by arithmetic, if each matrix really moves only once. The rest of the chapter makes
//   that true. A matrix times a vector has 1/2 at any size: memory is always the limit.
//
// No program to write: numbers to find on paper. Take the product of two matrices of 96 x 96 floats
// (4 bytes each), beta = 0, and assume the best: A and B are read from memory once, C is written
// once.
//
//     flop        floating-point operations of the product
//     bytes       that move between memory and the processor
//     intensity   FLOP for each byte
//     bend        a machine computes 180 GFLOP/s and moves 15 GB/s: from which n on can a square
//                 product be limited by arithmetic, and not by memory?
//     vector      a large matrix times a vector: how many bytes move for each FLOP?
//
// Checked: all five are right.

#include "learn/exercise.h"

//@stub
// TODO: the right numbers instead of -1
ANSWER(flop, -1);
ANSWER(bytes, -1);
ANSWER(intensity, -1);
ANSWER(bend, -1);
ANSWER(vector, -1);
//@solution
ANSWER(flop, 2 * 96 * 96 * 96);
ANSWER(bytes, 4 * 3 * 96 * 96);
ANSWER(intensity, 16);
ANSWER(bend, 72);
ANSWER(vector, 2);
//@end

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant c_left_out
// fails: P bytes, P intensity
// because: C is forgotten: only what is read is counted
//@1
ANSWER(flop, 2 * 96 * 96 * 96);
ANSWER(bytes, 4 * 2 * 96 * 96);
ANSWER(intensity, 24);
ANSWER(bend, 72);
ANSWER(vector, 2);
//@end

//@mutant elements
// fails: P bytes
// because: numbers are counted, not their bytes
//@from
ANSWER(bytes, 4 * 3 * 96 * 96);
//@to
ANSWER(bytes, 3 * 96 * 96);
//@end

//@mutant multiply_adds
// fails: P flop
// because: a multiply-add is counted as one operation; it is two
//@from
ANSWER(flop, 2 * 96 * 96 * 96);
//@to
ANSWER(flop, 96 * 96 * 96);
//@end

//@mutant per_element
// fails: P intensity
// because: FLOP for each number that moves, not for each byte
//@from
ANSWER(intensity, 16);
//@to
ANSWER(intensity, 64);
//@end

//@mutant ratio_as_size
// fails: P bend
// because: 12 is the intensity at the bend, not the size that has it
//@from
ANSWER(bend, 72);
//@to
ANSWER(bend, 12);
//@end

//@mutant vector_twice
// fails: P vector
// because: 4 bytes for each multiply-add, which is two operations
//@from
ANSWER(vector, 2);
//@to
ANSWER(vector, 4);
//@end

#endif
