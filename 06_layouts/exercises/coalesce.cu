// SPDX-License-Identifier: MIT
// title: The same function, fewer numbers
// lesson: README.md#coalesce-the-same-function-with-fewer-numbers
// minutes: 8
// form: layouts
// check: L one === coalesce ((4,2),(1,8)):((1,4),(7,8))
// check: L gap === coalesce (4,(2,3),5):(2,(8,16),50)
// check: L rows === coalesce (3,4):(4,1)
// stub: L one, L gap, L rows
// hint: Where does a mode end, and does its right neighbour continue exactly there?
// hint: "Coalesce": modes a:d and b:e are one, (a b):d, if e = a d. A mode of extent 1 is removed.
// hint: gap: 4:2 ends at 8 and 2:8 continues there, so 8:2; that ends at 16, and 3:16 continues; 48
//   is not 50.
// why: Two modes are one where the right one's stride is the left one's extent times its stride.
//   Only neighbours may join, and only in this order, since one number as a coordinate runs
//   through the first mode first: in a row-major matrix the first mode has the large stride, so
//   nothing joins, though the matrix has no gap. Fewer leaves mean fewer divisions in a kernel.
//
// Coalesce by hand: write each layout with as few numbers as possible, so that it is still the same
// function of one number.
//
//     one    ((4,2),(1,8)):((1,4),(7,8))
//     gap    (4,(2,3),5):(2,(8,16),50)
//     rows   (3,4):(4,1)                    a row-major matrix without gaps
//
// Checked: the same offset for each index, and no unnecessary mode. Try it on paper first; this
// shows the steps for any layout:
//
//     make 06 ARGS="coalesce '(2,(1,6)):(1,(6,2))' --explain"

#include "learn/exercise.h"

//@stub
LAYOUT(one, "((4,2),(1,8)):((1,4),(7,8))"); // TODO
//@solution
LAYOUT(one, "64:1");
//@end

//@stub
LAYOUT(gap, "(4,(2,3),5):(2,(8,16),50)"); // TODO
//@solution
LAYOUT(gap, "(24,5):(2,50)");
//@end

//@stub
LAYOUT(rows, "12:4"); // TODO
//@solution
LAYOUT(rows, "(3,4):(4,1)");
//@end

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant kept_the_one
// fails: L one
// because: The mode of extent 1 is still there. Its stride is never used, so it can go.
//@1
LAYOUT(one, "(8,1,8):(1,7,8)");
//@end

//@mutant not_far_enough
// fails: L one
// because: 8:1 and 8:8 continue each other, too: after joining two modes, test the next neighbour too.
//@1
LAYOUT(one, "(8,8):(1,8)");
//@end

//@mutant over_the_gap
// fails: L gap
// because: 24:2 ends at 48, and the next mode begins at 50: a gap, so they do not join.
//@2
LAYOUT(gap, "120:2");
//@end

//@mutant row_major
// fails: L rows
// because: No gaps, but another order: index 1 is the next row, at 4, and 12:1 says 1.
//@3
LAYOUT(rows, "12:1");
//@end

//@mutant stride_of_the_last
// fails: L gap
// because: The joined mode has the stride of its first part, not of its last.
//@2
LAYOUT(gap, "(24,5):(16,50)");
//@end

#endif
