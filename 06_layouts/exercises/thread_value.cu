// SPDX-License-Identifier: MIT
// title: Which thread, which of its values
// lesson: README.md#thread-value-layouts
// minutes: 15
// form: layouts
// check: L tv == make_layout ((4,8),4) ((32,1),8)
// check: L in_memory == composition (8,16):(20,1) ((4,8),4):((32,1),8)
// check: L owner == right_inverse ((4,8),4):((32,1),8)
// stub: L tv, L in_memory, L owner
// hint: Which element, as m + 8 n, do threads 0, 1 and 4 begin with? Those differences are
//   strides.
// hint: "Thread-value layouts": element numbers count column by column; memory is another layout.
// hint: tv: next thread, 4 columns = 32; every fourth thread, next row = 1; next value, 8.
// why: The TV layout answers "what does thread t have?" in coordinates of the tile. Composed with
//   the tile in memory it answers "where?": four contiguous values, so one load of 16 bytes; only
//   there do the 20 and the padding appear. Its inverse answers "which thread has it?", as pictures
//   do.
//
// A warp loads a tile of 8 x 16 floats, one float4 for each lane: lane t has four neighbours of row
// t / 4, from column 4 (t % 4) on. In memory the tile has padded rows, (8,16):(20,1), but elements
// are counted column by column: element (m,n) is number m + 8 n.
//
//     tv          (lane, value) -> m + 8 n             mode 0: 32 lanes; mode 1: 4 values
//     in_memory   (lane, value) -> offset in the tile, that is the tile o tv
//     owner       (m, n) -> lane + 32 value            the inverse: which lane has it?
//
// Checked: the right number for each of the 128. This draws the owners of any TV layout:
//
//     make 06 ARGS="tv '((2,4),(2,2)):((8,1),(4,16))' --tensor '(4,8):(8,1)'"

#include "learn/exercise.h"

//@stub
LAYOUT(tv, "(32,4):(1,32)"); // TODO: this deals out the tile column by column
//@solution
LAYOUT(tv, "((4,8),4):((32,1),8)");
//@end

//@stub
LAYOUT(in_memory, "(32,4):(1,32)"); // TODO
//@solution
LAYOUT(in_memory, "((4,8),4):((4,20),1)");
//@end

//@stub
LAYOUT(owner, "(8,16):(1,8)"); // TODO: rows 8, columns (value, quarter of a row)
//@solution
LAYOUT(owner, "(8,(4,4)):(4,(32,1))");
//@end

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant columns_stay
// fails: L in_memory
// because: The columns became neighbours, the rows did not move: the next one is 20 further.
//@2
LAYOUT(in_memory, "((4,8),4):((4,1),1)");
//@end

//@mutant not_inverted
// fails: L owner
// because: The TV layout again: its argument is the lane; the argument of the inverse is the element.
//@3
LAYOUT(owner, "((4,8),4):((32,1),8)");
//@end

//@mutant padding_forgotten
// fails: L in_memory
// because: Rows of 16, as the tile has; in memory each begins 20 after the one before.
//@2
LAYOUT(in_memory, "((4,8),4):((4,16),1)");
//@end

//@mutant row_major_numbers
// fails: L tv
// because: Offsets of the row-major tile; a TV layout counts elements column by column.
//@1
LAYOUT(tv, "((4,8),4):((4,16),1)");
//@end

//@mutant rows_first
// fails: L tv
// because: Lanes go down the rows first: lane 1 has row 1 instead of the next four columns.
//@1
LAYOUT(tv, "((8,4),4):((1,32),8)");
//@end

//@mutant tile_ignored
// fails: L in_memory
// because: The TV layout itself: numbers of elements, not yet their offsets.
//@2
LAYOUT(in_memory, "((4,8),4):((32,1),8)");
//@end

//@mutant values_by_lane
// fails: L owner
// because: Four neighbours given to four lanes; they are the values of one.
//@3
LAYOUT(owner, "(8,(4,4)):(4,(1,32))");
//@end

//@mutant values_down
// fails: L tv
// because: The values of a lane go down a column: four rows. A float4 is along a row.
//@1
LAYOUT(tv, "((4,8),4):((4,8),1)");
//@end

#endif
