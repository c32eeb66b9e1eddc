// SPDX-License-Identifier: MIT
// title: A layout as a line of C
// lesson: README.md#hierarchy-a-coordinate-inside-a-coordinate
// minutes: 8
// form: offset
// sizes: 16 16
// check: L offset == blocked_product (4,8):(8,1) (4,2):(2,1)
// stub: L offset
// hint: Which tile has (i, j), and which place in it? What are the two numbers of i, and those of
//   j?
// hint: "Hierarchy": rows are (inner, outer): inner i % 4, outer i / 4. One stride for each.
// hint: Strides: 8 for the row in the tile, 1 for the column, 64 for a tile down, 32 for one
//   across.
// why: ((4,4),(8,2)):((8,64),(1,32)) is the whole answer: each leaf of the shape is a % or a /, and
//   each stride is a factor. literal_offset() of common/device/layout_device.h computes the same
//   from a literal; in a kernel the compiler turns % and / by powers of two into masks and shifts.
//
// A matrix of 16 x 16 is stored in tiles of 4 x 8. A tile is row-major, without gaps: 32 elements.
// The tiles follow each other along a row first: two of them, then the two below.
//
// Write the offset of element (i, j), 0 <= i, j < 16, as a C expression.
//
// Checked: the right offset for all 256 elements. Write the layout down first; you need its
// numbers.

#include "learn/exercise.h"

long long exercise(int i, int j)
{
    //@stub
    return i * 16 + j; // TODO: this is a row-major matrix without tiles
                       //@solution
    return i % 4 * 8 + i / 4 * 64 + j % 8 + j / 8 * 32;
    //@end
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant column_major_tile
// fails: L offset
// because: The tile as column-major: 4 to the next column.
//@1
return i % 4 + i / 4 * 64 + j % 8 * 4 + j / 8 * 32;
//@end

//@mutant ld_inside
// fails: L offset
// because: Inside of a tile the next row is 8 further, not the 16 of the whole matrix.
//@1
return i % 4 * 16 + i / 4 * 64 + j % 8 + j / 8 * 32;
//@end

//@mutant tiles_down_first
// fails: L offset
// because: The tiles follow each other down the rows first.
//@1
return i % 4 * 8 + i / 4 * 32 + j % 8 + j / 8 * 128;
//@end

//@mutant tiles_of_8_by_4
// fails: L offset
// because: Rows and columns of the tile exchanged: 8 rows of 4.
//@1
return i % 8 * 4 + i / 8 * 128 + j % 4 + j / 4 * 32;
//@end

#endif
