// SPDX-License-Identifier: MIT
// fails: L tiled
// because: The tiles follow one another along the rows first: 4 of them, then the next 4 below.
//@3
LAYOUT(tiled, "((4,2),(3,4)):((3,48),(1,12))");
//@end
