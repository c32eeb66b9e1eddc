// SPDX-License-Identifier: MIT
// fails: R
// because: with beta = 0 C may hold NaN, and 0 * NaN is NaN
//@1
    for (int j = 0; j < 4; j++)
        for (int v = 0; v < 4; v++)
            rows[lane / 4 + v / 2 * 8][j * 8 + lane % 4 * 2 + v % 2] = acc[j][v];
    __syncwarp();
    for (int i = 0; i < 16; i++)
        if (row + i < m && col + lane < n) {
            float *c = C + row_major(row + i, col + lane, ldc);
            *c = alpha * rows[i][lane] + beta * *c;
        }
//@end
