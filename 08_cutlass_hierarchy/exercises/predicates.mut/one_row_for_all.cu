// SPDX-License-Identifier: MIT
// fails: R
// because: the answer of the first row is not that of the rows 16, 32 and 48 below
//@1
    unsigned mask = col < B.cols ? 1u << COPIES : 0;
    if (row + TILE * (COPIES - 1) < A.rows)
        mask |= (1u << COPIES) - 1;
//@end
