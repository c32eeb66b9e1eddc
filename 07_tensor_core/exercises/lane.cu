// SPDX-License-Identifier: MIT
// title: From the lane to the element
// lesson: README.md#1-fragments-gathered-one-by-one
// minutes: 8
// form: offset
// sizes: 32 4
// check: L offset == make_layout ((4,8),(2,2)) ((32,1),(16,8))
// stub: L offset
// hint: A warp is 8 rows of 4 lanes. Which row has lane 5, and which two columns?
// hint: Section 1: `make 07 ARGS="--fragment lane=5"` lists what lane 5 holds; look at C.
// hint: row = lane / 4 + value / 2 * 8. The column depends on lane % 4, two columns each, and value
//   % 2.
// why: In C the layout is ((4,8),(2,2)):((32,1),(16,8)). lane % 4 steps over two columns (2 * 16 =
//   32), lane / 4 over rows (1). value % 2 is the right neighbour (16), and value / 2 is 8 rows
//   down. An epilogue needs this layout to place its four sums in C.
//
// After mma.m16n8k16 each lane holds four of the 16 x 8 sums, values 0 to 3. Elements are numbered
// column by column: (m,n) is number m + 16 n.
//
// Write a C expression for the number of the element that lane i holds as value j.
//
// Checked: the number is right for all 32 lanes and 4 values. The picture of the fragments in the
// lesson shows them all; C is where A and B meet.

#include "learn/exercise.h"

// i: the lane, 0 to 31; j: the value, 0 to 3.
long long exercise(int i, int j)
{
    //@stub
    const int m = i / 4, n = i % 4 + j; // TODO
                                        //@solution
    const int m = i / 4 + j / 2 * 8, n = i % 4 * 2 + j % 2;
    //@end
    return m + 16 * n;
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant eight_lanes
// fails: L offset
// because: Rows of eight lanes; a quad of four lanes is one row.
//@1
const int m = i / 8 + j / 2 * 8, n = i % 8 + j % 2 * 4;
//@end

//@mutant next_row
// fails: L offset
// because: The second pair one row down: it is eight rows down, below those of all quads.
//@1
const int m = i / 4 + j / 2, n = i % 4 * 2 + j % 2;
//@end

//@mutant one_column_a_lane
// fails: L offset
// because: Lanes one column apart: but each lane has two neighbouring columns.
//@1
const int m = i / 4 + j / 2 * 8, n = i % 4 + j % 2 * 4;
//@end

//@mutant values_down
// fails: L offset
// because: Values 0 and 1 taken for two rows: they are neighbours in a row.
//@1
const int m = i / 4 + j % 2 * 8, n = i % 4 * 2 + j / 2;
//@end

#endif
