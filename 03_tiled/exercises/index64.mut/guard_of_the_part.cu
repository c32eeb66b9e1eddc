// SPDX-License-Identifier: MIT
// fails: R
// because: compares a row of the whole with m, which counts the rows that are here: nobody computes
//   anything
//@from
    if (row >= FIRST + m || col >= n)
//@to
    if (row >= m || col >= n)
//@end
