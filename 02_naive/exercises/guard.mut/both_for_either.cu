// SPDX-License-Identifier: MIT
// fails: R, D
// because: && for ||: only the corner is guarded
//@1
    if (row >= m && col >= n)
        return;
//@end
