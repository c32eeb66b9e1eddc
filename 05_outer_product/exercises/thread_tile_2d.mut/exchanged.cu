// SPDX-License-Identifier: MIT
// fails: R
// because: rows of the sums from b_frag and columns from a_frag: the tile comes out transposed
//@1
        for (int p = 0; p < BK; p++) {
            float a_frag[TM], b_frag[TN];
            for (int i = 0; i < TM; i++)
                a_frag[i] = As[row + i][p];
            for (int j = 0; j < TN; j++)
                b_frag[j] = Bs[p][col + j];
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a_frag[j] * b_frag[i];
        }
//@end
