// SPDX-License-Identifier: MIT
// fails: C blocks
// because: makes the grid larger instead: a block for each tile, as in chapter 02
//@2
    const dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE));
//@end
