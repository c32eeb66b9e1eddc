// SPDX-License-Identifier: MIT
// fails: R, D
// because: tile t + 1 is read before other warps have filled their part of it
//@from
            if (last)
                __syncthreads(); // tile t + 1 is complete; nobody needs tile t any more
//@to
//@end
