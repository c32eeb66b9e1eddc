// SPDX-License-Identifier: MIT
// fails: R
// because: element by element: 8 products, where the outer product has 64
//@from
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a_frag[i] * b_frag[j];
//@to
                acc[i][i] += a_frag[i] * b_frag[i];
//@end
