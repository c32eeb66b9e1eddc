// SPDX-License-Identifier: MIT
// fails: R
// because: values 0 and 1 are neighbours in a row; 2 and 3 stand eight rows below
//@1
    for (int j = 0; j < 4; j++)
        for (int v = 0; v < 4; v++)
            rows[lane / 4 + v % 2 * 8][j * 8 + lane % 4 * 2 + v / 2] = acc[j][v];
    __syncwarp();
    for (int i = 0; i < 16; i++)
        if (row + i < m && col + lane < n)
            store_scaled(C + row_major(row + i, col + lane, ldc), alpha, rows[i][lane], beta);
//@end
