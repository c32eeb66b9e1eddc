// SPDX-License-Identifier: MIT
//
// 12_tiles: the same GEMM in about 30 lines, none of which mentions a thread.
//
// This is 08/9 for Hopper: the tile layer loads by TMA and multiplies by wgmma. c_tiles() says what
// is computed. The lines before it say how tiles are stored: A and B K-major (rows of 64 of k) or
// MN-major (blocks 64 wide), like the operand; the sums as wgmma leaves them.
//
// There is one ring of stages, and all threads are in step. While a product runs, the loads of the
// next three tiles are in flight, too. There are no roles: the thread that starts the copies also
// multiplies.
//
// Expect: slower than step 6, whose loader never waits for a product.
#include <cuda_fp16.h>

#include "../common/device/gemm/raster.h"
#include "../common/device/tile/tile.h"
#include "../common/device/tile/wgmma_layout.h"
#include "parts/shared.h"

enum { BM = 128, BN = 256, BK = HOPPER_BK, STAGES = 4, THREADS = BM / HOPPER_ATOM * 128 };

LAYOUT_INLINE struct tv_literal sums_layout(void) { return wgmma_sums_layout(BM, BN); }

#define TILE acc_tile
#define TILE_ELEMENT float
#define TILE_SHAPE BM, BN
#define TILE_THREADS THREADS
#define TILE_LAYOUT sums_layout
#define TILE_RUN 2
#include "../common/device/tile/define_tile.h"

// A tile of an operand that is stored with its rows along k, or (`_t`) across k.
#define TILE a_tile
#define TILE_ELEMENT half
#define TILE_ADD __hadd
#define TILE_SHAPE BM, BK
#define TILE_THREADS THREADS
#define TILE_SWIZZLE 3, 3, 3
#define TILE_TMA
#include "../common/device/tile/define_tile.h"

#define TILE a_tile_t
#define TILE_ELEMENT half
#define TILE_ADD __hadd
#define TILE_SHAPE BM / HOPPER_ATOM, BK, HOPPER_ATOM
#define TILE_THREADS THREADS
#define TILE_SWIZZLE 3, 3, 3
#define TILE_TMA
#include "../common/device/tile/define_tile.h"

#define TILE b_tile
#define TILE_ELEMENT half
#define TILE_ADD __hadd
#define TILE_SHAPE BN, BK
#define TILE_THREADS THREADS
#define TILE_SWIZZLE 3, 3, 3
#define TILE_TMA
#include "../common/device/tile/define_tile.h"

#define TILE b_tile_t
#define TILE_ELEMENT half
#define TILE_ADD __hadd
#define TILE_SHAPE BN / HOPPER_ATOM, BK, HOPPER_ATOM
#define TILE_THREADS THREADS
#define TILE_SWIZZLE 3, 3, 3
#define TILE_TMA
#include "../common/device/tile/define_tile.h"

#define MATMUL matmul
#define MATMUL_C acc_tile
#include "../common/device/tile/define_matmul_wgmma.h"

struct stage {
    union {
        struct a_tile_shared As;
        struct a_tile_t_shared Ats;
    };
    union {
        struct b_tile_shared Bs;
        struct b_tile_t_shared Bts;
    };
};

// trans_a, trans_b: literals, here and below.
TILE_FUNCTION void load(struct stage *s, uint64_t *full, const struct hopper_params *p, int row,
                        int col, int k, bool trans_a, bool trans_b)
{
    tile_expect(full, sizeof *s);
    if (trans_a)
        a_tile_t_shared_load_tma(&s->Ats, &p->a, full, at_2(k, row));
    else
        a_tile_shared_load_tma(&s->As, &p->a, full, at_2(row, k));
    if (trans_b)
        b_tile_shared_load_tma(&s->Bs, &p->b, full, at_2(col, k));
    else
        b_tile_t_shared_load_tma(&s->Bts, &p->b, full, at_2(k, col));
}

TILE_FUNCTION void c_tiles(const struct hopper_params *p, bool trans_a, bool trans_b)
{
    __shared__ uint64_t full[STAGES];
    struct stage *const stages = (struct stage *)aligned_shared();
    const struct tile_place c = raster_tile((int)blockIdx.x, p->panel, p->tiles_m, p->tiles_n);
    const int row = c.row * BM, col = c.col * BN;

    tile_stages(full, STAGES);
    struct acc_tile acc = acc_tile_zeros();
    for (int s = 0; s < smaller(STAGES - 1, p->k_tiles); s++)
        load(&stages[s], &full[s], p, row, col, s * BK, trans_a, trans_b);
    for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
        const int stage = k_tile % STAGES, ahead = k_tile + STAGES - 1;
        const struct stage *const s = &stages[stage];
        tile_arrived(&full[stage], k_tile / STAGES);
        matmul(trans_a ? a_tile_t_factor(&s->Ats) : a_tile_factor(&s->As),
               trans_b ? b_tile_factor(&s->Bs) : b_tile_t_factor(&s->Bts), &acc);
        tile_multiplied(1); // the previous product is complete: its stage is free
        if (ahead < p->k_tiles)
            load(&stages[ahead % STAGES], &full[ahead % STAGES], p, row, col, ahead * BK, trans_a,
                 trans_b);
    }
    tile_multiplied(0);
    const struct tile_view view = matrix_view(p->m, p->n, p->ldc);
    acc_tile_store_scaled((float *)p->C,
                          view_with(view, p->vectors ? TILE_IN_VECTORS : TILE_BY_ELEMENT),
                          at_2(row, col), p->alpha, acc, p->beta);
}

#define STEP hopper_tiles
#define SHARED_BYTES (STAGES * sizeof(struct stage))
#include "parts/launch.h"
