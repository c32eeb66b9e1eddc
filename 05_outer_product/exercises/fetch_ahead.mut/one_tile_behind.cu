// SPDX-License-Identifier: MIT
// fails: R
// because: stage and tile do not belong together: the tile before is fetched once more
//@1
        cp_async_wait_group(STAGES - 2);
        __syncthreads();
        if (ahead < k_tiles)
            fetch(As[ahead % STAGES], Bs[ahead % STAGES], row, col, (ahead - 1) * BK, m, n, k, A,
                  lda, B, ldb);
        cp_async_commit_group();
//@end
