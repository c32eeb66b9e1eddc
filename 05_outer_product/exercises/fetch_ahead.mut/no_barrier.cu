// SPDX-License-Identifier: MIT
// fails: R, D
// because: a thread waits for its own copies only: those of the others may still be on their way
//@1
        cp_async_wait_group(STAGES - 2);
        if (ahead < k_tiles)
            fetch(As[ahead % STAGES], Bs[ahead % STAGES], row, col, ahead * BK, m, n, k, A, lda, B,
                  ldb);
        cp_async_commit_group();
//@end
