// SPDX-License-Identifier: MIT
// fails: D
// because: the copies start above the barrier: a slow warp may still read that stage
//@1
        cp_async_wait_group(STAGES - 2);
        if (ahead < k_tiles)
            fetch(As[ahead % STAGES], Bs[ahead % STAGES], row, col, ahead * BK, m, n, k, A, lda, B,
                  ldb);
        cp_async_commit_group();
        __syncthreads();
//@end
