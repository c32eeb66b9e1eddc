// SPDX-License-Identifier: MIT
// fails: R
// because: element by element: 8 products, where the outer product has 64
//@1
        for (int p = 0; p < BK; p++) {
            float a_frag[TM], b_frag[TN];
            for (int i = 0; i < TM; i++)
                a_frag[i] = As[row + i][p];
            for (int j = 0; j < TN; j++)
                b_frag[j] = Bs[p][col + j];
            for (int i = 0; i < TM; i++)
                acc[i][i] += a_frag[i] * b_frag[i];
        }
//@end
