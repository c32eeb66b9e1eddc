// SPDX-License-Identifier: MIT
//
// What the steps of chapter 05 cost, by arithmetic alone.
//
// Global memory. The tiles of A that the blocks of one column of tiles fetch cover A exactly once,
// so A is fetched as often as there are tiles of C side by side, and B as often as there are tiles
// one below the other. A tile is taken in requests of a warp, all of one shape; together they cover
// the matrix like stamps on a sheet, cut off at its edges. So it suffices to cover each matrix once
// and to multiply. C is covered once, in the shape that a warp's threads own.
//
// Shared memory. Tiles are always whole there, zeros where the matrix ends: each of the tiles_m x
// tiles_n x k_tiles turns costs the same.
#include "../../common/device/index.h"
#include "../parts/cover.h"
#include "../outer.h"

// ---- Shared memory -------------------------------------------------------------------------------

// One kind of access to shared memory in a step's inner loops: the requests of a warp for one p (or
// of a block for one tile), and what one of them takes.
struct access {
    int requests;
    int width;                 // elements a lane
    int wavefronts, conflicts; // of one request; conflicts are those beyond the fewest possible
};

struct shared_use {
    struct access store_a, store_b; // of a block, for each k-tile
    struct access load_a, load_b;   // of a warp, for each p
};

struct total {
    long long requests, wavefronts, conflicts, bytes;
};

static struct total twice(const struct access *a, const struct access *b, long long times)
{
    return (struct total){
        .requests = times * (a->requests + b->requests),
        .wavefronts = times * (a->requests * a->wavefronts + b->requests * b->wavefronts),
        .conflicts = times * (a->requests * a->conflicts + b->requests * b->conflicts),
        .bytes = times * WARP * ELEMENT * (a->requests * a->width + b->requests * b->width),
    };
}

// ---- A step --------------------------------------------------------------------------------------

struct plan {
    const struct tiles *tiles;
    int width;      // elements of A, B and C in one access where they are aligned
    struct stamp c; // how a warp stores its part of C
    struct shared_use shared;
    int max_grid; // blocks each way; 0: as many as there are tiles
};

static struct counts predict(const struct gemm_problem *p, const struct plan *plan)
{
    if (p->m == 0 || p->n == 0) // no launch
        return (struct counts){0};
    const struct tiles *t = plan->tiles;
    const int k = gemm_read_k(p);
    const int loads_of_c = p->beta != 0;
    const bool aligned = is_aligned(p, k, plan->width);
    const struct stamp shape_a = fetched(t->bk, plan->width), shape_b = fetched(t->bn, plan->width);
    const struct traffic a = cover(p->m, k, p->lda, &shape_a, ELEMENT, aligned);
    const struct traffic b = cover(k, p->n, p->ldb, &shape_b, ELEMENT, aligned);
    const struct traffic c = cover(p->m, p->n, p->ldc, &plan->c, ELEMENT, aligned);

    const int down = ceil_div(p->m, t->bm), across = ceil_div(p->n, t->bn);
    const long long turns = (long long)down * across * ceil_div(k, t->bk);
    const int warps = t->threads / WARP;
    const struct total loads =
        twice(&plan->shared.load_a, &plan->shared.load_b, turns * t->bk * warps);
    const struct total stores = twice(&plan->shared.store_a, &plan->shared.store_b, turns);
    const int limit = plan->max_grid;
    const long long blocks =
        limit ? (long long)smaller(down, limit) * smaller(across, limit) : (long long)down * across;

    return (struct counts){
        .global_load_requests = across * a.requests + down * b.requests + loads_of_c * c.requests,
        .global_load_sectors = across * a.sectors + down * b.sectors + loads_of_c * c.sectors,
        .global_load_bytes =
            ELEMENT * (across * a.elements + down * b.elements + loads_of_c * c.elements),
        .global_store_requests = c.requests,
        .global_store_sectors = c.sectors,
        .global_store_bytes = ELEMENT * c.elements,
        .shared_load_requests = loads.requests,
        .shared_load_wavefronts = loads.wavefronts,
        .shared_load_conflicts = loads.conflicts,
        .shared_load_bytes = loads.bytes,
        .shared_store_requests = stores.requests,
        .shared_store_wavefronts = stores.wavefronts,
        .shared_store_conflicts = stores.conflicts,
        .shared_store_bytes = stores.bytes,
        .barriers = 2 * turns * warps,
        .active_lanes = across * a.lanes + down * b.lanes + (loads_of_c + 1) * c.lanes +
                        WARP * (loads.requests + stores.requests),
        .blocks = blocks,
        .warps = blocks * warps,
        .threads = blocks * t->threads,
    };
}

// Steps 1 and 2: a warp is one row of 32 elements of C, and of either tile. For each p all its
// lanes want one element of As (handed to each) and 32 neighbours in Bs.
static const struct stamp row_of_32 = {1, 1, WARP, 1, 1};

static struct counts predict_square(const struct gemm_problem *p, const struct tiles *tiles,
                                    int max_grid)
{
    const int requests = tiles->bm * tiles->bk / WARP; // BM = BN = BK
    const struct plan plan = {
        .tiles = tiles,
        .width = 1,
        .c = row_of_32,
        .shared = {.store_a = {requests, 1, 1, 0},
                   .store_b = {requests, 1, 1, 0},
                   .load_a = {1, 1, 1, 0},
                   .load_b = {1, 1, 1, 0}},
        .max_grid = max_grid,
    };
    return predict(p, &plan);
}

struct counts outer_predict_k_tiles(const struct gemm_problem *p)
{
    return predict_square(p, &outer_k_tiles_sizes, 0);
}

struct counts outer_predict_tile2d(const struct gemm_problem *p)
{
    return predict_square(p, &outer_tile2d_sizes, OUTER_MAX_GRID);
}

// TM rows of 32 elements: for each p one row of Bs, then TM elements of As, each handed to all.
struct counts outer_predict_thread_tile_1d(const struct gemm_problem *p)
{
    const struct tiles *t = &outer_thread_tile_1d_sizes;
    const struct plan plan = {
        .tiles = t,
        .width = 1,
        .c = row_of_32,
        .shared = {.store_a = {t->bm * t->bk / WARP, 1, 1, 0},
                   .store_b = {t->bk * t->bn / WARP, 1, 1, 0},
                   .load_a = {t->tm, 1, 1, 0},
                   .load_b = {1, 1, 1, 0}},
        .max_grid = OUTER_MAX_GRID,
    };
    return predict(p, &plan);
}

// 2 x 16 threads of 8 x 8 elements. Two rows of As, TM apart: 8 x 8 words, the same bank, so 2
// passes. 16 columns of Bs, TN apart: words 0, 8, 16, 24, 32 ... are in 4 banks, so 4 passes.
struct counts outer_predict_thread_tile_2d(const struct gemm_problem *p)
{
    const struct tiles *t = &outer_thread_tile_2d_sizes;
    const struct plan plan = {
        .tiles = t,
        .width = 1,
        .c = {2, t->tm, 16, t->tn, 1},
        .shared = {.store_a = {t->bm * t->bk / WARP, 1, 1, 0},
                   .store_b = {t->bk * t->bn / WARP, 1, 1, 0},
                   .load_a = {t->tm, 1, 2, 1},
                   .load_b = {t->tn, 1, 4, 3}},
        .max_grid = OUTER_MAX_GRID,
    };
    return predict(p, &plan);
}

// The same 2 x 16 threads, four elements at a time. A request for float4s is served in quarters of
// a warp (8 lanes), or in halves where lanes want the same in pairs.
//     As: two float4s, each for 16 lanes: halves, 2 passes.
//     Bs: 8 lanes want 8 float4s 32 bytes apart: 32 words in 16 banks, 2 passes for each quarter.
//     As transposed, stored: 16 rows x 2 float4s; the two, 4 rows of As apart, share their banks.
//     Bs stored: 32 float4s in a row, 4 passes.
struct counts outer_predict_vectorized(const struct gemm_problem *p)
{
    const struct tiles *t = &outer_vectorized_sizes;
    const struct plan plan = {
        .tiles = t,
        .width = 4,
        .c = {2, t->tm, 16, t->tn, 4},
        .shared = {.store_a = {t->bm * t->bk / WARP, 1, 2, 1},
                   .store_b = {t->bk * t->bn / (4 * WARP), 4, 4, 0},
                   .load_a = {t->tm / 4, 4, 2, 0},
                   .load_b = {t->tn / 4, 4, 8, 4}},
        .max_grid = OUTER_MAX_GRID,
    };
    return predict(p, &plan);
}

// 8 x 4 lanes, 4 x 4 elements of each group apart. Lanes want the same in pairs, of As and of Bs:
// halves of a warp, 4 float4s side by side in each, 2 passes.
struct counts outer_predict_warp_tile(const struct gemm_problem *p)
{
    const struct tiles *t = &outer_warp_tile_sizes;
    const struct plan plan = {
        .tiles = t,
        .width = 4,
        .c = {t->wm / t->tm, 4, t->wn / t->tn, 4, 4},
        .shared = {.store_a = {t->bm * t->bk / WARP, 1, 1, 0},
                   .store_b = {t->bk * t->bn / (4 * WARP), 4, 4, 0},
                   .load_a = {t->tm / 4, 4, 2, 0},
                   .load_b = {t->tn / 4, 4, 2, 0}},
        .max_grid = OUTER_MAX_GRID,
    };
    return predict(p, &plan);
}
