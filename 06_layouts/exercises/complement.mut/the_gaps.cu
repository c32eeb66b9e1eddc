// SPDX-License-Identifier: MIT
// fails: L columns
// because: The three offsets of a gap; but the first copy is A itself, at 0: four.
//@1
LAYOUT(columns, "3:1");
//@end
