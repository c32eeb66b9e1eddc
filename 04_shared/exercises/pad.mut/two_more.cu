// SPDX-License-Identifier: MIT
// fails: C shared_store_wavefronts
// because: two words more: an even length leaves two lanes for each bank
//@1
    __shared__ float As[BK][BM + 2];
//@end
