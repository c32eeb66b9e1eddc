// SPDX-License-Identifier: MIT
// fails: D
// because: thread 0 has fenced what thread 0 stored
//@2
        __syncthreads();
        if (threadIdx.x == 0)
            fence_proxy_async();
        __syncthreads();
//@end
