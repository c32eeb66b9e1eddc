// SPDX-License-Identifier: MIT
// fails: R, D
// because: one group is under way, and one may be: nothing is waited for
//@1
        cp_async_wait_group(1);
        __syncthreads();
        fetch(&As[next][ty][tx], A, row, k + tx);
        fetch(&Bs[next][ty][tx], B, k + ty, col);
        cp_async_commit_group();
//@end
