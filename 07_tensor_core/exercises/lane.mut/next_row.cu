// SPDX-License-Identifier: MIT
// fails: L offset
// because: The second pair one row down: it is eight rows down, below those of all quads.
//@1
const int m = i / 4 + j / 2, n = i % 4 * 2 + j % 2;
//@end
