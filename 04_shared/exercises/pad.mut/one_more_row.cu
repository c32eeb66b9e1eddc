// SPDX-License-Identifier: MIT
// fails: C shared_store_wavefronts
// because: one row more instead of one word more in each row
//@1
    __shared__ float As[BK + 1][BM];
//@end
