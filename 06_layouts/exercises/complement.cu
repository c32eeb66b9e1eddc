// SPDX-License-Identifier: MIT
// title: The missing offsets
// lesson: README.md#complement-the-remaining-offsets
// minutes: 10
// form: layouts
// check: L columns == complement 8:4 32
// check: L between == complement (2,4):(1,8) 32
// check: L beyond == complement (2,3):(2,8) 48
// stub: L columns, L between, L beyond
// hint: Write down the offsets that the layout reaches. Which ones are between the first two?
// hint: "Complement": first the copies before each leaf, then those beyond the last one.
// hint: beyond: 2 copies of 1 before 2:2; that covers 4; 2 copies of 4 before 3:8; that covers 24.
// why: The complement describes copies: where must the layout be repeated, so that all copies
//   together reach each offset once? Where c offsets are covered and the next leaf has stride d,
//   there is room for d / c copies; at the end for M / c. A division finds its tiles in this way.
//
// For each layout A and each M, write the layout whose offsets, added to those of A, give each
// number from 0 to M - 1 once; the smallest offsets first.
//
//     columns   A = 8:4 in 32                the first column of a row-major 8 x 4
//     between   A = (2,4):(1,8) in 32        the first two columns of a row-major 4 x 8
//     beyond    A = (2,3):(2,8) in 48
//
// Checked: size and offsets. Guess first; this prints the steps for any layout:
//
//     make 06 ARGS="complement 4:2 24 --explain"

#include "learn/exercise.h"

//@stub
LAYOUT(columns, "1:0"); // TODO
//@solution
LAYOUT(columns, "4:1");
//@end

//@stub
LAYOUT(between, "1:0"); // TODO
//@solution
LAYOUT(between, "4:2");
//@end

//@stub
LAYOUT(beyond, "1:0"); // TODO
//@solution
LAYOUT(beyond, "(2,2,2):(1,4,24)");
//@end

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant beyond_cosize
// fails: L beyond
// because: Beyond what is covered comes 24, not 19, where A ends: the copies have filled up to 24.
//@3
LAYOUT(beyond, "(2,2,2):(1,4,19)");
//@end

//@mutant elements_missed
// fails: L columns
// because: 24 elements are missing, but the complement counts copies of A: 4 of 8 elements are 32.
//@1
LAYOUT(columns, "24:1");
//@end

//@mutant nothing_beyond
// fails: L beyond
// because: A and these copies cover 0 to 23. M is 48: 24 more are missing.
//@3
LAYOUT(beyond, "(2,2):(1,4)");
//@end

//@mutant row_by_row
// fails: L between
// because: 8 is the distance to the next row, which A already has: the copies fill the row.
//@2
LAYOUT(between, "4:8");
//@end

//@mutant steps_of_one
// fails: L between
// because: A has two neighbours: its copies are 2 apart, or they overlap.
//@2
LAYOUT(between, "4:1");
//@end

//@mutant the_gaps
// fails: L columns
// because: The three offsets of a gap; but the first copy is A itself, at 0: four.
//@1
LAYOUT(columns, "3:1");
//@end

#endif
