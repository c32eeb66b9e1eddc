// SPDX-License-Identifier: MIT
// fails: R, D
// because: takes the barrier out altogether
//@from
    __syncthreads();

//@to
//@end
