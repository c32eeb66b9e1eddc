// SPDX-License-Identifier: MIT
// fails: R, D
// because: compares both with the larger of m and n: lets threads pass that are outside
//@1
    if (row >= (m > n ? m : n) || col >= (m > n ? m : n))
        return;
//@end
