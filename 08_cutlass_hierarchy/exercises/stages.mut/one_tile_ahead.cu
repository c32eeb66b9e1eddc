// SPDX-License-Identifier: MIT
// fails: R
// because: tile t + STAGES in the place of tile t + STAGES - 1: one tile is left out
//@2
        cp_async_wait_group(STAGES - 2);
        __syncthreads();
        fetch_tile(&shared[(t + STAGES - 1) % STAGES], A, B, t + STAGES);
        cp_async_commit_group();
//@end
