// SPDX-License-Identifier: MIT
// fails: R, D
// because: lanes need not run in step: a row is read before others have written it
//@1
    for (int j = 0; j < 4; j++)
        for (int v = 0; v < 4; v++)
            rows[lane / 4 + v / 2 * 8][j * 8 + lane % 4 * 2 + v % 2] = acc[j][v];
    for (int i = 0; i < 16; i++)
        if (row + i < m && col + lane < n)
            store_scaled(C + row_major(row + i, col + lane, ldc), alpha, rows[i][lane], beta);
//@end
