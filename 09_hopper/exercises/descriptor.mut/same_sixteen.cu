// SPDX-License-Identifier: MIT
// fails: R
// because: the first 16 of k four times
//@1
    return wgmma_descriptor(tile, 0, 8 * ROW, WGMMA_SWIZZLE_128);
//@end
