// SPDX-License-Identifier: MIT
// fails: R
// because: two of the four slices of k twice, the others never
//@1
    return wgmma_descriptor(tile, 0, 8 * ROW, WGMMA_SWIZZLE_128) + 2 * (uint64_t)(i / 2);
//@end
