// SPDX-License-Identifier: MIT
// fails: R, D
// because: STAGES - 1 groups may be late: tile t is one of them
//@2
        cp_async_wait_group(STAGES - 1);
        __syncthreads();
        fetch_tile(&shared[(t + STAGES - 1) % STAGES], A, B, t + STAGES - 1);
        cp_async_commit_group();
//@end
