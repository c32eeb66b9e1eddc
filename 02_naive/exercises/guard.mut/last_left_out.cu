// SPDX-License-Identifier: MIT
// fails: R
// because: stops one short: the last row and the last column are nobody's
//@1
    if (row >= m - 1 || col >= n - 1)
        return;
//@end
