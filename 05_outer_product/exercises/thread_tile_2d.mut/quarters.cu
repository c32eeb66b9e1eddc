// SPDX-License-Identifier: MIT
// fails: C shared_load_requests
// because: four outer products of 4 x 4 for each p: each side is fetched twice
//@1
        for (int quarter = 0; quarter < 4; quarter++) {
            const int i0 = quarter / 2 * 4, j0 = quarter % 2 * 4;
            for (int p = 0; p < BK; p++) {
                float a_frag[4], b_frag[4];
                for (int i = 0; i < 4; i++)
                    a_frag[i] = As[row + i0 + i][p];
                for (int j = 0; j < 4; j++)
                    b_frag[j] = Bs[p][col + j0 + j];
                for (int i = 0; i < 4; i++)
                    for (int j = 0; j < 4; j++)
                        acc[i0 + i][j0 + j] += a_frag[i] * b_frag[j];
            }
        }
//@end
