// SPDX-License-Identifier: MIT
// fails: L offset
// because: Rows of eight lanes; a quad of four walks along a row.
//@1
const int m = i / 8 + j / 2 * 8, n = i % 8 + j % 2 * 4;
//@end
