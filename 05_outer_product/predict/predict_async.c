// SPDX-License-Identifier: MIT
//
// What the steps with asynchronous copies cost, by arithmetic alone: 7_double_buffer and 8_tuned.
//
// Global memory as in predict.c: A, B and C are covered with the shapes of a warp's requests. The
// copies of A are single elements, 8 columns of 4 rows. What no formula is given for are the passes
// of the copies through shared memory: they depend on the banks of L1 that hold the rows of A.
#include "../../common/device/index.h"
#include "../parts/cover.h"
#include "../outer.h"
#include "../8_tuned/sgemm_plan.h"

static const struct stamp copied_a = {4, 1, 8, 1, 1};

// What copies of tiles cost: so many tiles of bm x bk and bk x bn elements, of B `width` at once.
static void count_copies(struct counts *sum, long long tiles, int bm, int bn, int bk, int width)
{
    sum->cp_async_requests = tiles * (bm * bk / WARP + bk * bn / (WARP * width));
    sum->cp_async_bytes = tiles * (bm + bn) * bk * ELEMENT;
    sum->cp_async_wavefronts = sum->cp_async_conflicts = COUNT_UNKNOWN;
    sum->active_lanes += WARP * sum->cp_async_requests;
}

static void count_shared_loads(struct counts *sum, long long requests, int wavefronts, int bytes)
{
    sum->shared_load_requests += requests;
    sum->shared_load_wavefronts += requests * wavefronts;
    sum->shared_load_bytes += requests * WARP * bytes;
    sum->active_lanes += requests * WARP;
}

static void count_shared_stores(struct counts *sum, long long requests, int wavefronts, int bytes)
{
    sum->shared_store_requests += requests;
    sum->shared_store_wavefronts += requests * wavefronts;
    sum->shared_store_bytes += requests * WARP * bytes;
    sum->active_lanes += requests * WARP;
}

// A and B, as often as tiles of C need them, and C.
static void count_global(struct counts *sum, const struct gemm_problem *p, int k, int bm, int bn,
                         const struct stamp *shape_b, bool aligned_b, const struct stamp *shape_c,
                         bool aligned_c)
{
    const int down = ceil_div(p->m, bm), across = ceil_div(p->n, bn), loads_of_c = p->beta != 0;
    const struct traffic a = cover(p->m, k, p->lda, &copied_a, ELEMENT, true);
    const struct traffic b = cover(k, p->n, p->ldb, shape_b, ELEMENT, aligned_b);
    const struct traffic c = cover(p->m, p->n, p->ldc, shape_c, ELEMENT, aligned_c);
    sum->global_load_requests = across * a.requests + down * b.requests + loads_of_c * c.requests;
    sum->global_load_sectors = across * a.sectors + down * b.sectors + loads_of_c * c.sectors;
    sum->global_load_bytes =
        ELEMENT * (across * a.elements + down * b.elements + loads_of_c * c.elements);
    sum->global_store_requests = c.requests;
    sum->global_store_sectors = c.sectors;
    sum->global_store_bytes = ELEMENT * c.elements;
    sum->active_lanes += (loads_of_c + 1) * c.lanes;
}

struct counts outer_predict_double_buffer(const struct gemm_problem *p)
{
    struct counts sum = {0};
    if (p->m == 0 || p->n == 0) // no launch
        return sum;
    const struct tiles *t = &outer_double_buffer_sizes;
    const int k = gemm_read_k(p);
    const bool aligned = is_aligned(p, k, 4);
    const struct stamp b = fetched(t->bn, 4), c = {t->wm / t->tm, 4, t->wn / t->tn, 4, 4};
    count_global(&sum, p, k, t->bm, t->bn, &b, aligned, &c, aligned);

    const int down = ceil_div(p->m, t->bm), across = ceil_div(p->n, t->bn);
    const int warps = t->threads / WARP;
    const long long tiles = (long long)down * across, turns = tiles * ceil_div(k, t->bk);
    count_copies(&sum, turns, t->bm, t->bn, t->bk, aligned ? 4 : 1);
    count_shared_loads(&sum, turns * t->bk * warps * (t->tm / 4 + t->tn / 4), 2, 16);
    sum.barriers = (turns + tiles) * warps;
    sum.blocks = (long long)smaller(down, OUTER_MAX_GRID) * smaller(across, OUTER_MAX_GRID);
    sum.warps = sum.blocks * warps;
    sum.threads = sum.blocks * t->threads;
    return sum;
}

// ---- 8_tuned -------------------------------------------------------------------------------------

struct counts outer_predict_tuned(const struct gemm_problem *p)
{
    struct counts sum = {0};
    if (p->m == 0 || p->n == 0) // no launch
        return sum;
    enum { WARPS = TUNED_THREADS / WARP, OF_A_THREAD = TUNED_TM * TUNED_TN };
    const int k = gemm_read_k(p);
    const struct sgemm_plan plan = sgemm_plan_of(p);
    const bool vectors = plan.vectors;
    const int k_tiles = k > 0 ? ceil_div(k, plan.tile_k) : 1;
    const struct pieces pieces = count_pieces(&plan.share, k_tiles);
    const int warps = WARPS / plan.slices; // places of warps in a tile of C
    const long long turns = (long long)plan.share.tiles * k_tiles;

    const struct stamp b = fetched(plan.bn, vectors ? 4 : 1);
    const struct stamp four_by_four = {8, 4, 4, 4, 4}, rows = {1, 1, WARP, 1, 1};
    count_global(&sum, p, k, plan.bm, plan.bn, &b, true, vectors ? &four_by_four : &rows, true);
    count_copies(&sum, turns + pieces.segments * (TUNED_STAGES(plan.slices) - 1), plan.bm, plan.bn,
                 plan.tile_k, vectors ? 4 : 1);
    // Two float4s of As and four of Bs for each p, and once more before the first.
    count_shared_loads(&sum, (turns * TUNED_BK + pieces.segments) * WARPS * 6, 2, 16);
    // Slices are added up: each thread stores all its sums and loads as many.
    const long long sums = plan.slices > 1 ? pieces.segments * WARPS * OF_A_THREAD : 0;
    count_shared_stores(&sum, sums, 1, ELEMENT);
    count_shared_loads(&sum, sums, 1, ELEMENT);
    if (!vectors) { // float4s into shared memory, and out of it as C is stored
        count_shared_stores(&sum, (long long)plan.share.tiles * warps * OF_A_THREAD / 4, 4, 16);
        sum.shared_load_requests += sum.global_store_requests;
        sum.shared_load_wavefronts += sum.global_store_requests;
        sum.shared_load_bytes += sum.global_store_bytes;
        sum.active_lanes += sum.global_store_bytes / ELEMENT;
    }
    const long long of_parts = pieces.parts * warps * OF_A_THREAD;
    const long long reset = pieces.tiles_in_parts * WARPS; // counters of arrivals
    sum.global_store_requests += of_parts + reset;
    sum.global_store_sectors += 4 * of_parts + reset;
    sum.global_store_bytes += ELEMENT * (WARP * of_parts + reset);
    sum.global_load_requests += of_parts;
    sum.global_load_sectors += 4 * of_parts;
    sum.global_load_bytes += of_parts * WARP * ELEMENT;
    sum.global_atomic_requests = (long long)pieces.parts * WARPS;
    sum.active_lanes += of_parts * 2 * WARP + reset + sum.global_atomic_requests;
    // A barrier a turn, three a segment, and four to add up slices.
    sum.barriers = WARPS * (turns + pieces.segments * (plan.slices > 1 ? 7 : 3));
    sum.blocks = plan.share.blocks;
    sum.warps = sum.blocks * WARPS;
    sum.threads = sum.blocks * TUNED_THREADS;
    return sum;
}
