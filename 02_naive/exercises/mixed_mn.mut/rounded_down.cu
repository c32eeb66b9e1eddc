// SPDX-License-Identifier: MIT
// fails: R
// because: whole blocks only: m / 16 rounds down, and the edges are left out
//@1
    if (row >= m / BLOCK * BLOCK || col >= n / BLOCK * BLOCK)
        return;
//@end
