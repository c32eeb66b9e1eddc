// SPDX-License-Identifier: MIT
// fails: D
// because: who is ahead fills the stage of tile t - 1 while others still read it
//@2
        cp_async_wait_group(STAGES - 2);
        fetch_tile(&shared[(t + STAGES - 1) % STAGES], A, B, t + STAGES - 1);
        cp_async_commit_group();
        __syncthreads();
//@end
