// SPDX-License-Identifier: MIT
// fails: R, D
// because: rows and columns are asked for, the end of K is not
//@2
        for (int i = 0; i < COPIES; i++)
            copy_if(&As[ty + TILE * i][tx], a + row_major(TILE * i, k, A.ld), mask, i);
        copy_if(&Bs[ty][tx], b + row_major(k, 0, B.ld), mask, COPIES);
//@end
