// SPDX-License-Identifier: MIT
// fails: R, D
// because: a barrier waits for threads, not for copies
//@1
        __syncthreads();
        fetch(&As[next][ty][tx], A, row, k + tx);
        fetch(&Bs[next][ty][tx], B, k + ty, col);
        cp_async_commit_group();
//@end
