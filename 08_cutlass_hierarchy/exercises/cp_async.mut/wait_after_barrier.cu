// SPDX-License-Identifier: MIT
// fails: R, D
// because: each thread has waited for its own copies only when it passes the barrier: others' may still be on their way
//@1
        __syncthreads();
        cp_async_wait_group(0);
        fetch(&As[next][ty][tx], A, row, k + tx);
        fetch(&Bs[next][ty][tx], B, k + ty, col);
        cp_async_commit_group();
//@end
