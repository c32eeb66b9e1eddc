// SPDX-License-Identifier: MIT
// fails: R
// because: the element of As is kept as well, but it is another one for each of the eight rows
//@2
        for (int p = 0; p < BK; p++) {
            const float a_frag = As[row][p], b_frag = Bs[p][col];
            for (int i = 0; i < TM; i++)
                acc[i] += a_frag * b_frag;
        }
//@end
