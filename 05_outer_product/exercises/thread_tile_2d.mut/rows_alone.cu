// SPDX-License-Identifier: MIT
// fails: C shared_load_requests
// because: only a_frag is kept: the 8 elements of Bs are fetched again for each of the 8 rows
//@1
        for (int i = 0; i < TM; i++)
            for (int p = 0; p < BK; p++) {
                const float a_frag = As[row + i][p];
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a_frag * Bs[p][col + j];
            }
//@end
