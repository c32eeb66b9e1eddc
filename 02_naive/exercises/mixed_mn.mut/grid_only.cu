// SPDX-License-Identifier: MIT
// fails: R, D
// because: only the grid is repaired: the guard still compares rows with n
//@1
    if (row >= n || col >= m)
        return;
//@end
