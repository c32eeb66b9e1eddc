// SPDX-License-Identifier: MIT
// fails: R
// because: the copies start at tile t, which is here already
//@1
        cp_async_wait_group(0);
        __syncthreads();
        fetch(&As[next][ty][tx], A, row, t * TILE + tx);
        fetch(&Bs[next][ty][tx], B, t * TILE + ty, col);
        cp_async_commit_group();
//@end
