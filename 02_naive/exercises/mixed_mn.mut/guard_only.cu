// SPDX-License-Identifier: MIT
// fails: R
// because: only the guard is repaired: the grid still has as many blocks in x as C has rows
//@2
    const dim3 grid(ceil_div(m, BLOCK), ceil_div(n, BLOCK));
//@end
