// SPDX-License-Identifier: MIT
// title: Write down what you see
// lesson: README.md#hierarchy-a-coordinate-inside-a-coordinate
// minutes: 8
// form: layouts
// check: L row_major == make_layout (4,3) (5,1)
// check: L col_major == make_layout (4,3) (1,6)
// check: L tiled == blocked_product (4,3):(3,1) (2,4):(1,2)
// stub: L row_major, L col_major, L tiled
// hint: How far is it in memory to the next row? To the next column? Those two are the strides.
// hint: "Hierarchy": rows are (inner, outer), columns too. Count elements, not tiles.
// hint: A tile has 12 elements; the next one down is 12 further, the next to the right two tiles:
//   24.
// why: A stride is the distance in memory to the next coordinate of its mode, always counted in
//   elements. The shape is the number of coordinates, never a distance: ld appears only in the
//   strides. In a tiled matrix a mode has two distances, one inside of a tile and one from tile to
//   tile, so it has two strides.
//
// Three matrices, as layouts shape:stride. Mode 0 counts rows, mode 1 columns.
//
//     row_major   4 x 3, row-major (as in C), ld 5: between two rows are two unused elements
//     col_major   4 x 3, column-major (as in BLAS), ld 6
//     tiled       8 x 12, stored in tiles of 4 x 3. Each tile is row-major and without gaps; the
//                 tiles follow each other down the rows first: 2 of them, then the next column
//
// Checked: each coordinate gets the right offset. This draws a layout:
//
//     make 06 ARGS="show '(2,4):(1,2)'"

#include "learn/exercise.h"

//@stub
LAYOUT(row_major, "(4,3):(1,1)"); // TODO: the strides
//@solution
LAYOUT(row_major, "(4,3):(5,1)");
//@end

//@stub
LAYOUT(col_major, "(4,3):(1,1)"); // TODO: the strides
//@solution
LAYOUT(col_major, "(4,3):(1,6)");
//@end

//@stub
LAYOUT(tiled, "((4,2),(3,4)):((1,1),(1,1))"); // TODO: the strides
//@solution
LAYOUT(tiled, "((4,2),(3,4)):((3,12),(1,24))");
//@end

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant compact
// fails: L col_major
// because: Columns of 4 elements without the gap that ld 6 says.
//@2
LAYOUT(col_major, "(4,3):(1,4)");
//@end

//@mutant no_ld
// fails: L row_major
// because: The rows are assumed to follow each other: the 3 columns, not ld, as the stride of a row.
//@1
LAYOUT(row_major, "(4,3):(3,1)");
//@end

//@mutant strides_exchanged
// fails: L row_major
// because: Column-major with ld 5: the strides in the order of the words, not of the modes.
//@1
LAYOUT(row_major, "(4,3):(1,5)");
//@end

//@mutant tiles_by_rows
// fails: L tiled
// because: The tiles follow each other along the rows first: 4 of them, then the next 4 below.
//@3
LAYOUT(tiled, "((4,2),(3,4)):((3,48),(1,12))");
//@end

//@mutant tiles_counted
// fails: L tiled
// because: The outer strides count tiles; they must count elements, 12 for each tile.
//@3
LAYOUT(tiled, "((4,2),(3,4)):((3,1),(1,2))");
//@end

#endif
