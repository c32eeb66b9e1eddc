// SPDX-License-Identifier: MIT
// fails: L offset
// because: The tiles follow one another down the rows first.
//@1
return i % 4 * 8 + i / 4 * 32 + j % 8 + j / 8 * 128;
//@end
