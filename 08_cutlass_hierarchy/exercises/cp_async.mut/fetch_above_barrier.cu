// SPDX-License-Identifier: MIT
// fails: D
// because: a fast warp fills the stage that a slow one still reads
//@1
        cp_async_wait_group(0);
        fetch(&As[next][ty][tx], A, row, k + tx);
        fetch(&Bs[next][ty][tx], B, k + ty, col);
        cp_async_commit_group();
        __syncthreads();
//@end
