// SPDX-License-Identifier: MIT
// fails: R
// because: both slices go to the first 32 columns
//@2
        fence_proxy_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            tma_store_2d(&p.c, slice, col, row);
            bulk_commit_group();
        }
//@end
