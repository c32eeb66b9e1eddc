// SPDX-License-Identifier: MIT
// fails: R, D
// because: STAGES - 1 groups may be open: then nothing is waited for in the first round
//@1
        cp_async_wait_group(STAGES - 1);
        __syncthreads();
        if (ahead < k_tiles)
            fetch(As[ahead % STAGES], Bs[ahead % STAGES], row, col, ahead * BK, m, n, k, A, lda, B,
                  ldb);
        cp_async_commit_group();
//@end
