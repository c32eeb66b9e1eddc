// SPDX-License-Identifier: MIT
// fails: D
// because: sums outside of C are not laid down, yet whole rows are taken out
//@1
    for (int j = 0; j < 4; j++)
        for (int v = 0; v < 4; v++) {
            const int i = lane / 4 + v / 2 * 8, at = j * 8 + lane % 4 * 2 + v % 2;
            if (row + i < m && col + at < n)
                rows[i][at] = acc[j][v];
        }
    __syncwarp();
    for (int i = 0; i < 16; i++) {
        const volatile float *from = rows[i];
        const float sum = from[lane];
        if (row + i < m && col + lane < n)
            store_scaled(C + row_major(row + i, col + lane, ldc), alpha, sum, beta);
    }
//@end
