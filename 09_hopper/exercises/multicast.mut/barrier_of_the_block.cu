// SPDX-License-Identifier: MIT
// fails: R, D
// because: the other block's mbarrier may not be there yet
//@2
    __syncthreads();
//@end
