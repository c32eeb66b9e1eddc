// SPDX-License-Identifier: MIT
//
// define_tile_tma.h: the part of define_tile.h for shared tiles that the copy engine loads and
// wgmma reads, made if TILE_TMA is defined. They have 16-bit elements in rows of 64, 128 bytes,
// swizzled 3, 3, 3 as in the tensor map, and begin at a multiple of 1024 bytes:
//
//     (rows, 64)         K-major: rows of m (or n), each 64 of k. One box of the map
//     (rows / 64, k, 64) MN-major: for every 64 of m (or n) k rows. A box for each
#include "tma.h"

static_assert(TILE_NAME(_cols) * sizeof(TILE_ELEMENT) == 128, "a row is as wide as the swizzle");
static_assert(TILE_NAME(_bits) == 3 && TILE_NAME(_base) == 3 && TILE_NAME(_shift) == 3,
              "the swizzle of TMA's widest pattern");

// Starts the copy of the box that begins at `at`, (row, column) of the matrix as it is stored;
// zeros outside. `full` counts its bytes (tile_expect()); no thread may read it before
// tile_arrived().
TILE_FUNCTION void TILE_NAME(_shared_load_tma)(struct TILE_NAME(_shared) * s,
                                               const CUtensorMap *map, uint64_t *full,
                                               struct tile_at at)
{
    TILE_BEGIN(_shared_load_tma);
    if (threadIdx.x != 0)
        return;
#pragma unroll
    for (int i = 0; i < TILE_NAME(_d1); i++)
        tma_load_2d(&s->value[i * TILE_NAME(_rows) * TILE_NAME(_cols)], map, full,
                    at.at[TILE_RANK - 1] + i * TILE_NAME(_cols), at.at[TILE_RANK - 2]);
}

// The tile as a factor of a product (define_matmul_wgmma.h).
TILE_FUNCTION struct tile_factor TILE_NAME(_factor)(const struct TILE_NAME(_shared) * s)
{
    enum { MN_MAJOR = TILE_NAME(_d1) > 1, ROW = 128, PLANE = TILE_NAME(_rows) * ROW };
    return (struct tile_factor){
        .descriptor = wgmma_descriptor(s->value, MN_MAJOR ? PLANE : 0, 8 * ROW, WGMMA_SWIZZLE_128),
        .k = MN_MAJOR ? TILE_NAME(_rows) : TILE_NAME(_cols),
        .next_k = MN_MAJOR ? 16 * ROW : 32,
        .next_rows = MN_MAJOR ? PLANE : 64 * ROW,
        .mn_major = MN_MAJOR,
    };
}

#undef TILE_TMA
