// SPDX-License-Identifier: MIT
// fails: R, D
// because: no group behind the end of K: the last turns count one group too few
//@2
        cp_async_wait_group(STAGES - 2);
        __syncthreads();
        if (t + STAGES - 1 < k_tiles) {
            fetch_tile(&shared[(t + STAGES - 1) % STAGES], A, B, t + STAGES - 1);
            cp_async_commit_group();
        }
//@end
