// SPDX-License-Identifier: MIT
// fails: R, D
// because: column A.cols itself lies outside
//@2
        if (k + TILE > A.cols) {
            if (k + tx > A.cols)
                mask &= 1u << COPIES;
            if (k + ty > A.cols)
                mask &= ~(1u << COPIES);
        }
        for (int i = 0; i < COPIES; i++)
            copy_if(&As[ty + TILE * i][tx], a + row_major(TILE * i, k, A.ld), mask, i);
        copy_if(&Bs[ty][tx], b + row_major(k, 0, B.ld), mask, COPIES);
//@end
