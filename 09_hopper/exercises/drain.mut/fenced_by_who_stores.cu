// SPDX-License-Identifier: MIT
// fails: D
// because: each thread fences what it wrote itself
//@2
        __syncthreads();
        if (threadIdx.x == 0) {
            fence_proxy_async();
            tma_store_2d(&p.c, slice, col + half * COLS, row);
            bulk_commit_group();
        }
//@end
