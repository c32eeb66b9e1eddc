// SPDX-License-Identifier: MIT
// fails: R, D
// because: the next tile goes to the stage of tile t, which is being read
//@2
        cp_async_wait_group(STAGES - 2);
        __syncthreads();
        fetch_tile(&shared[t % STAGES], A, B, t + STAGES - 1);
        cp_async_commit_group();
//@end
