// SPDX-License-Identifier: MIT
// fails: R, D
// because: the distance of 8 rows is the stride; leading is not looked at here
//@1
    return wgmma_descriptor(tile, 8 * ROW, 16, WGMMA_SWIZZLE_128) + 2 * (uint64_t)i;
//@end
