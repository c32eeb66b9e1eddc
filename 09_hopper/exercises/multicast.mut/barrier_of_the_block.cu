// SPDX-License-Identifier: MIT
// fails: D
// because: the other block's mbarrier may not be there yet
//@1
    __syncthreads();
//@end
