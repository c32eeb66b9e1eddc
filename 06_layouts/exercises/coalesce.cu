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
