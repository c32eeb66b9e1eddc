// SPDX-License-Identifier: MIT
// fails: R
// because: all come to the barrier, but the guard of the store leaves out the last row and column
//@from
    if (row < m && col < n)
//@to
    if (row < m - 1 && col < n - 1)
//@end
