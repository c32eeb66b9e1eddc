// SPDX-License-Identifier: MIT
// fails: L offset
// because: Values 0 and 1 taken for two rows: they are neighbours in a row.
//@1
const int m = i / 4 + j % 2 * 8, n = i % 4 * 2 + j / 2;
//@end
