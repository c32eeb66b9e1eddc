// SPDX-License-Identifier: MIT
// fails: R
// because: in the last tile some copies lie inside: clearing all of them leaves out the residue
//@2
        if (k + TILE > A.cols)
            mask = 0;
        for (int i = 0; i < COPIES; i++)
            copy_if(&As[ty + TILE * i][tx], a + row_major(TILE * i, k, A.ld), mask, i);
        copy_if(&Bs[ty][tx], b + row_major(k, 0, B.ld), mask, COPIES);
//@end
