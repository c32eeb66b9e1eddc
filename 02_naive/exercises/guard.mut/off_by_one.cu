// SPDX-License-Identifier: MIT
// fails: R, D
// because: > for >=: row m and column n still pass
//@1
    if (row > m || col > n)
        return;
//@end
