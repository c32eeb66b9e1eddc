// SPDX-License-Identifier: MIT
//
// tiles.h: the sizes of 9_tiles, the GEMM on the tile layer, and which thread has which sum.
#ifndef HIER_TILES_H
#define HIER_TILES_H

#include "../../common/step/step.h"
#include "../../common/device/tile/mma_layout.h"

#ifdef __cplusplus
extern "C" {
#endif

// A block's tile of C and the depth of its turns; a warp's part of it, 128 sums per thread. With
// three stages of 32 KiB, two such blocks fit an SM of the H200.
enum { TILES_BM = 128, TILES_BN = 128, TILES_BK = 64, TILES_STAGES = 3 };
enum { TILES_WM = 64, TILES_WN = 64 };
enum {
    TILES_WARPS = TILES_BM / TILES_WM * (TILES_BN / TILES_WN),
    TILES_THREADS = TILES_WARPS * 32
};

// A row of a tile in shared memory has 64 halves, or 128 (B as k x n). The swizzle XORs three bits
// of the row's number into the position of a vector of 8 halves.
#define TILES_SWIZZLE_64 3, 3, 3
#define TILES_SWIZZLE_128 3, 3, 4

// The sums of a thread, in a row-major tile.
LAYOUT_INLINE struct tv_literal tiles_sums(void)
{
    return mma_sums_layout(TILES_BM, TILES_BN, TILES_WM, TILES_WN);
}

gemm_fn hgemm_tiles;

struct owner tiles_owner(const struct gemm_problem *p, int row, int col);
struct counts tiles_predict(const struct gemm_problem *p);

#ifdef __cplusplus
}
#endif
#endif
