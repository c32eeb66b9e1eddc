// SPDX-License-Identifier: MIT
// fails: L offset
// because: Inside of a tile the next row is 8 away, not the 16 of the whole matrix.
//@1
return i % 4 * 16 + i / 4 * 64 + j % 8 + j / 8 * 32;
//@end
