// SPDX-License-Identifier: MIT
// fails: R
// because: the first 16 of k, and then the last ones of the row before
//@1
    return wgmma_descriptor(tile, 0, 8 * ROW, WGMMA_SWIZZLE_128) + 2 * (uint64_t)(i / 2);
//@end
