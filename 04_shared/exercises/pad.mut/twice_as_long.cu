// SPDX-License-Identifier: MIT
// fails: C shared_store_wavefronts
// because: rows of 64 words: twice the memory, and still one bank
//@1
    __shared__ float As[BK][2 * BM];
//@end
