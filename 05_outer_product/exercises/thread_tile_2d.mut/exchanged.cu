// SPDX-License-Identifier: MIT
// fails: R
// because: rows of the sums from b_frag and columns from a_frag: the tile comes out transposed
//@from
                    acc[i][j] += a_frag[i] * b_frag[j];
//@to
                    acc[i][j] += a_frag[j] * b_frag[i];
//@end
