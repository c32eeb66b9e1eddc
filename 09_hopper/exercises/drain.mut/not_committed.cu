// SPDX-License-Identifier: MIT
// fails: R, D
// because: a wait counts groups: what was not committed is in none
//@2
        fence_proxy_async();
        __syncthreads();
        if (threadIdx.x == 0)
            tma_store_2d(&p.c, slice, col + half * COLS, row);
//@end
