// SPDX-License-Identifier: MIT
// fails: R, D
// because: rows are compared with n, columns with m: right for squares only
//@1
    if (row >= n || col >= m)
        return;
//@end
