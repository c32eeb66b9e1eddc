// SPDX-License-Identifier: MIT
// fails: L offset
// because: Lanes one column apart: each has two columns side by side.
//@1
const int m = i / 4 + j / 2 * 8, n = i % 4 + j % 2 * 4;
//@end
