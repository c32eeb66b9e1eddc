// SPDX-License-Identifier: MIT
// fails: C global_store_sectors
// because: each request writes pairs in eight rows, every second element of a sector
//@1
    (void)rows;
    for (int j = 0; j < 4; j++)
        store_fragment(C, ldc, m, n, row, col + j * 8, alpha, acc[j], beta);
//@end
