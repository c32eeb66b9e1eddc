// SPDX-License-Identifier: MIT
// fails: R
// because: values 0 and 1 are neighbours in a row; 2 and 3 stand eight rows below
//@from
            rows[lane / 4 + v / 2 * 8][j * 8 + lane % 4 * 2 + v % 2] = acc[j][v];
    __syncwarp(); // all lanes' sums are there
//@to
            rows[lane / 4 + v % 2 * 8][j * 8 + lane % 4 * 2 + v / 2] = acc[j][v];
    __syncwarp();
//@end
