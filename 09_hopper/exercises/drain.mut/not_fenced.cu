// SPDX-License-Identifier: MIT
// fails: D
// because: the store may not see what threads wrote; it does as a rule
//@2
        __syncthreads();
        if (threadIdx.x == 0) {
            tma_store_2d(&p.c, slice, col + half * COLS, row);
            bulk_commit_group();
        }
//@end
