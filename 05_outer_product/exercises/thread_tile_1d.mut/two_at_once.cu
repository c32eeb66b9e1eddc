// SPDX-License-Identifier: MIT
// fails: C shared_load_wavefronts
// because: an element of Bs serves two sums, then it is fetched again: 3 loads for 2
//@2
        for (int i = 0; i < TM; i += 2)
            for (int p = 0; p < BK; p++) {
                const float b_frag = Bs[p][col];
                acc[i] += As[row + i][p] * b_frag;
                acc[i + 1] += As[row + i + 1][p] * b_frag;
            }
//@end
