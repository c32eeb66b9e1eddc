// SPDX-License-Identifier: MIT
// fails: L tiled
// because: The outer strides count tiles; they must count elements, 12 for each tile.
//@3
LAYOUT(tiled, "((4,2),(3,4)):((3,1),(1,2))");
//@end
