// SPDX-License-Identifier: MIT
// title: B first, then A
// lesson: README.md#composition-b-first-then-a
// minutes: 12
// form: layouts
// check: L every_second == composition (4,8):(10,1) (4,4):(1,8)
// check: L transposed == composition (4,8):(10,1) (8,4):(4,1)
// check: L dealt == composition (4,8):(10,1) (8,2):(2,1)
// stub: L every_second, L transposed, L dealt
// hint: B returns one number. Which row and column of A is that, rows running fastest?
// hint: "Composition": R has the shape of B; a mode of B may need two strides of A.
// hint: dealt: 8:2 takes 0 2 of a column, then the next column: 2 steps of 2 rows, then 4 columns.
// why: R(c) = A(B(c)): B selects the element by its number, column by column, and A returns its
//   offset. So a view of a matrix (every second column, the transpose, the part of a thread) is a
//   composition with a suitable B. A mode of B that enters the next mode of A splits in two.
//
// A is a row-major matrix, 4 x 8 with ld 10: (4,8):(10,1). As a function of one number it counts
// column by column: number 1 is row 1 of column 0, number 4 row 0 of column 1. Compose it with
// three B, each of which selects some of its elements in some order:
//
//     every_second = A o (4,4):(1,8)    every second column
//     transposed   = A o (8,4):(4,1)    8 x 4: columns become rows
//     dealt        = A o (8,2):(2,1)    the first 16 elements, dealt to two threads like cards
//
// Checked: each coordinate c of the result has the offset A(B(c)).

#include "learn/exercise.h"

//@stub
LAYOUT(every_second, "(4,4):(1,8)"); // TODO: this is B alone
//@solution
LAYOUT(every_second, "(4,4):(10,2)");
//@end

//@stub
LAYOUT(transposed, "(8,4):(4,1)"); // TODO
//@solution
LAYOUT(transposed, "(8,4):(1,10)");
//@end

//@stub
LAYOUT(dealt, "(8,2):(2,1)"); // TODO
//@solution
LAYOUT(dealt, "((2,4),2):((20,1),10)");
//@end

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant a_first
// fails: L transposed
// because: The shape of A with the strides of the result: R must have the shape of B
// first.
//@2
LAYOUT(transposed, "(4,8):(1,10)");
//@end

//@mutant all_columns
// fails: L every_second
// because: The first four columns: 8 elements, counted down columns of 4, are two columns.
//@1
LAYOUT(every_second, "(4,4):(10,1)");
//@end

//@mutant not_split
// fails: L dealt
// because: 8 steps of 2 rows do not fit a column of 4: two of them reach the end of the column.
//@3
LAYOUT(dealt, "(8,2):(20,10)");
//@end

//@mutant not_transposed
// fails: L transposed
// because: The strides of A in their old order; but mode 0 now runs along a row, 1 apart.
//@2
LAYOUT(transposed, "(8,4):(10,1)");
//@end

//@mutant strides_multiplied
// fails: L every_second
// because: Strides multiplied mode by mode; but 8 elements of B's count are two columns.
//@1
LAYOUT(every_second, "(4,4):(10,8)");
//@end

#endif
