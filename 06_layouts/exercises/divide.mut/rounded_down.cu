// SPDX-License-Identifier: MIT
// fails: L overhang
// because: Rounded down: the last 6 of 22 elements belong to no tile.
//@3
LAYOUT(overhang, "(8,2):(1,8)");
//@end
