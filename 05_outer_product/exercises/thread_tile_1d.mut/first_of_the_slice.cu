// SPDX-License-Identifier: MIT
// fails: R
// because: the element of Bs is fetched before the loop over p: it belongs to p = 0
//@2
        const float b_frag = Bs[0][col];
        for (int p = 0; p < BK; p++)
            for (int i = 0; i < TM; i++)
                acc[i] += As[row + i][p] * b_frag;
//@end
