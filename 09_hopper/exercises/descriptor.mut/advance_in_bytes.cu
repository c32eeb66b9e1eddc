// SPDX-License-Identifier: MIT
// fails: R, D
// because: a descriptor counts 16 bytes: 32 of them are two rows down the tile
//@1
    return wgmma_descriptor(tile, 0, 8 * ROW, WGMMA_SWIZZLE_128) + 32 * (uint64_t)i;
//@end
