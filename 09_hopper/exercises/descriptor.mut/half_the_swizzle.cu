// SPDX-License-Identifier: MIT
// fails: R, D
// because: the map swizzles 128 bytes, the descriptor 64
//@1
    return wgmma_descriptor(tile, 0, 8 * ROW, WGMMA_SWIZZLE_64) + 2 * (uint64_t)i;
//@end
