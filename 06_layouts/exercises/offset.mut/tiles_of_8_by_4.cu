// SPDX-License-Identifier: MIT
// fails: L offset
// because: Rows and columns of the tile exchanged: 8 rows of 4.
//@1
return i % 8 * 4 + i / 8 * 128 + j % 4 + j / 4 * 32;
//@end
