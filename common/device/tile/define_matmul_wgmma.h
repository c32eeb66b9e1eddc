// SPDX-License-Identifier: MIT
//
// define_matmul_wgmma.h: makes the product of tiles in shared memory with define_tile_tma.h's
// layout, after
//
//     MATMUL      its name, "matmul" below
//     MATMUL_C    the name of a tile (M,N) of float, for a block of a warpgroup for every 64 rows.
//                 Its TILE_LAYOUT is wgmma_sums_layout(M, N)
//
//     matmul(a_tile_factor(&As), b_tile_factor(&Bs), &c)    begins c += a b, A and B of half
//
// It does not wait: until tile_multiplied() no thread may touch c, As or Bs.
#include "tma.h"
#include "wgmma_layout.h"

TILE_FUNCTION void MATMUL(struct tile_factor a, struct tile_factor b, struct MATMUL_C *c)
{
    enum { M = TILE_JOIN(MATMUL_C, _rows), N = TILE_JOIN(MATMUL_C, _cols) };
    static_assert(TILE_JOIN(MATMUL_C, _values) * WARPGROUP == N * WGMMA_M,
                  "a warpgroup has 64 rows of C");
    const int group =
        __shfl_sync(0xFFFFFFFFu, (int)threadIdx.x / WARPGROUP, 0); // equal in all lanes of a warp
    const uint64_t rows = a.descriptor + (unsigned)(group * a.next_rows / 16);
    TILE_OPERATION(TILE_TEXT(MATMUL), M / WGMMA_M * WARPGROUP);
    wgmma_fence();
#pragma unroll
    for (int s = 0; s < a.k / 16; s++)
        warpgroup_multiply(c->value, N, rows + (unsigned)(s * a.next_k / 16),
                           b.descriptor + (unsigned)(s * b.next_k / 16), true, a.mn_major,
                           b.mn_major, WGMMA_OF_F16);
    wgmma_commit_group();
}

#undef MATMUL
#undef MATMUL_C
