// SPDX-License-Identifier: MIT
// fails: D
// because: who is ahead starts the product before the others have fenced
//@2
        __syncthreads();
        fence_proxy_async();
//@end
