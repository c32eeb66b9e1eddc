// SPDX-License-Identifier: MIT
// fails: R, D
// because: a thread that passes the barrier has not yet waited, and others read what it copies
//@1
        __syncthreads();
        cp_async_wait_group(0);
        fetch(&As[next][ty][tx], A, row, k + tx);
        fetch(&Bs[next][ty][tx], B, k + ty, col);
        cp_async_commit_group();
//@end
