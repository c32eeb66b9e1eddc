// SPDX-License-Identifier: MIT
// fails: R
// because: C moves on, A does not: the rows below get the products of the first ones
//@from
        A += row_major(rows, 0, lda);
//@to
//@end
