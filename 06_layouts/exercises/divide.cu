// SPDX-License-Identifier: MIT
// title: Cut into tiles
// lesson: README.md#division-tiles
// minutes: 12
// form: layouts
// check: L every_fourth == logical_divide 32:1 4:4
// check: L tiles == zipped_divide (16,32):(32,1) <4,8>
// check: L overhang == logical_divide 22:1 8:1
// stub: L every_fourth, L tiles, L overhang
// hint: Mode 0 is one tile, as the tiler picks it. Where does the second tile begin? And the last?
// hint: "Division": A o (B, complement of B). Which offsets does the complement of 4:4 in 32 have?
// hint: tiles: inside (4,8):(32,1); the next tile down is 4 rows on, the next right 8 columns.
// why: A division is one composition, A o (B, complement of B): mode 0 runs within a tile, mode 1
//   from tile to tile. The tile may consist of pieces: 4:4 takes every fourth element, and the next
//   tile begins one further. A remainder is rounded up to a whole tile, and a kernel must guard the
//   end.
//
// Divide. Mode 0 of the result is a tile, mode 1 contains the beginnings of the tiles.
//
//     every_fourth   32:1 by 4:4: a tile is every fourth element, four of them
//     tiles          zipped_divide of a row-major 16 x 32 by <4,8>: ((4,8),(tiles down, across))
//     overhang       22:1 by 8:1: a vector of 22 in pieces of 8
//
// Checked: each (element, tile) gets the right offset. The lesson's example as a picture:
//
//     make 06 ARGS="show logical_divide 24:1 4:2"

#include "learn/exercise.h"

//@stub
LAYOUT(every_fourth, "(4,8):(1,4)"); // TODO: these tiles are four neighbours
//@solution
LAYOUT(every_fourth, "(4,(4,2)):(4,(1,16))");
//@end

//@stub
LAYOUT(tiles, "((4,8),(4,4)):((32,1),(1,1))"); // TODO: where do the tiles begin?
//@solution
LAYOUT(tiles, "((4,8),(4,4)):((32,1),(128,8))");
//@end

//@stub
LAYOUT(overhang, "(8,1):(1,8)"); // TODO: how many pieces?
//@solution
LAYOUT(overhang, "(8,3):(1,8)");
//@end

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant no_second_half
// fails: L every_fourth
// because: Eight tiles that begin side by side: tile 4 would be tile 0 again. After four comes 16.
//@1
LAYOUT(every_fourth, "(4,8):(4,1)");
//@end

//@mutant rounded_down
// fails: L overhang
// because: Rounded down: the last 6 of 22 elements belong to no tile.
//@3
LAYOUT(overhang, "(8,2):(1,8)");
//@end

//@mutant tiles_by_number
// fails: L tiles
// because: The next tile down is 4 rows of 32 further: 128 elements, not 4 rows.
//@2
LAYOUT(tiles, "((4,8),(4,4)):((32,1),(4,8))");
//@end

//@mutant tiles_follow
// fails: L every_fourth
// because: Each tile begins 4 after the one before; but element 4 is in tile 0.
//@1
LAYOUT(every_fourth, "(4,8):(4,4)");
//@end

//@mutant tiles_packed
// fails: L tiles
// because: The tile is not packed. A division moves nothing: the matrix is row-major.
//@2
LAYOUT(tiles, "((4,8),(4,4)):((8,1),(32,128))");
//@end

#endif
