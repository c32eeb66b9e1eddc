// SPDX-License-Identifier: MIT
// fails: D
// because: __threadfence() orders what threads see, not what wgmma does
//@2
        __threadfence();
        __syncthreads();
//@end
