// SPDX-License-Identifier: MIT
// fails: R, D
// because: no group where there is nothing to copy: the count is off in the last rounds
//@1
        cp_async_wait_group(STAGES - 2);
        __syncthreads();
        if (ahead < k_tiles) {
            fetch(As[ahead % STAGES], Bs[ahead % STAGES], row, col, ahead * BK, m, n, k, A, lda, B,
                  ldb);
            cp_async_commit_group();
        }
//@end
