// SPDX-License-Identifier: MIT
// fails: R
// because: both slices go to the first 32 columns
//@from
            tma_store_2d(&p.c, slice, col + half * COLS, row);
//@to
            tma_store_2d(&p.c, slice, col, row);
//@end
