// SPDX-License-Identifier: MIT
//
// Predicts the counters of chapter 08's steps, by arithmetic alone.
//
// The blocks of one column of tiles together fetch A exactly once, and the blocks of one row fetch
// B once. So A is fetched once for each column of tiles of C. In shared memory tiles are whole,
// with zeros outside the matrix, so every turn of a block costs the same.
#include "../../common/predict/cover.h"
#include "../../common/device/index.h"
#include "../../common/predict/cover_tiles.h"
#include "../../common/predict/sums.h"
#include "../hierarchy.h"
#include "../../common/device/gemm/hierarchy/predict.h"

enum { WARP = 32, HALF = 2 };
enum { X4_BYTES = 4 * 8 * 16 }; // of an ldmatrix_x4: four matrices, a wavefront each

struct plan {
    bool async;
    int stages;   // that are filled ahead: one less than STAGES
    int barriers; // in a turn
    bool ahead;   // fragments are loaded a slice ahead, with a barrier before the first
    bool by_rows; // C is stored through shared memory, after a barrier
};

// ---- Global memory to shared memory --------------------------------------------------------------

// Counts the copies of one operand, in tiles of this layout, `times` times.
static void count_operand(struct counts *sum, const struct gemm_operand *o, struct tile_layout l,
                          bool by_cp_async, bool aligned, long long times)
{
    if (by_cp_async) {
        const struct shared_tile tile = shared_tile(l, HALF);
        const struct tile_traffic s = cover_tiles(&tile, o->rows, o->cols, o->ld);
        sum->global_load_requests += times * s.reads;
        sum->global_load_sectors += times * s.sectors;
        sum->global_load_bytes += times * s.bytes;
        sum->cp_async_requests += times * s.requests;
        sum->cp_async_wavefronts += times * s.wavefronts;
        return;
    }
    const int across = smaller(WARP, (int)l.rows.shape[1] / F16_VECTOR);
    const struct stamp vectors = {WARP / across, 1, across, F16_VECTOR, F16_VECTOR};
    const struct traffic t = cover(o->rows, o->cols, o->ld, &vectors, HALF, aligned);
    sum->global_load_requests += times * t.requests;
    sum->global_load_sectors += times * t.sectors;
    sum->global_load_bytes += times * HALF * t.elements;
    sum->active_lanes += times * t.lanes;
}

// Counts what the copies store in shared memory, a vector per lane, for `pairs` tiles of A and B.
// `zeros` of these are after the end of K; count_operand() has counted the requests of the others.
static void count_tiles(struct counts *sum, struct hier_shape s, long long pairs, long long zeros,
                        bool by_cp_async)
{
    const long long of_a_pair = (s.bm + s.bn) * s.bk / (F16_VECTOR * WARP);
    const long long requests = pairs * of_a_pair;
    sum->active_lanes += WARP * requests;
    if (by_cp_async) {
        sum->cp_async_requests += zeros * of_a_pair;
        sum->cp_async_wavefronts += zeros * of_a_pair * 4; // 8 lanes fill all banks
        sum->cp_async_bytes = requests * WARP * VECTOR_BYTES;
        return;
    }
    sum->shared_store_requests = requests;
    sum->shared_store_wavefronts = 4 * requests;
    sum->shared_store_bytes = requests * WARP * VECTOR_BYTES;
}

// ---- Fragments, products, sums -------------------------------------------------------------------

// loaded, multiplied: numbers of slices of MMA_K, one warp each.
static void count_slices(struct counts *sum, long long loaded, long long multiplied)
{
    const int per_slice = HIER_MMAS_M + HIER_MMAS_N / 2; // two instructions share one ldmatrix of B
    sum->ldmatrix_requests = loaded * per_slice;
    sum->ldmatrix_wavefronts = 4 * sum->ldmatrix_requests;
    sum->ldmatrix_bytes = X4_BYTES * sum->ldmatrix_requests;
    sum->active_lanes += WARP * sum->ldmatrix_requests;
    sum->mma_instructions = multiplied * HIER_MMAS_M * HIER_MMAS_N;
}

// ---- A step --------------------------------------------------------------------------------------

static struct counts predict(const struct gemm_problem *g, const struct plan *plan)
{
    struct counts sum = {0};
    if (g->m == 0 || g->n == 0) // no launch
        return sum;
    const struct hier_shape s = hier_shape();
    const struct gemm nowhere = {*g, NULL, NULL, NULL};
    const struct hier_params p = hier_params(hier_copies(COPY_ASYNC, g->trans_b), &nowhere);
    const bool aligned = hier_aligned(&nowhere);
    const int warps = hier_threads(s) / WARP;
    const long long tiles = (long long)p.tiles_m * p.tiles_n, turns = tiles * p.k_tiles;

    const bool by_cp_async = plan->async && aligned;
    count_operand(&sum, &p.A, hier_a_tile(s), by_cp_async, aligned, p.tiles_n);
    count_operand(&sum, &p.B, hier_b_tile(s, g->trans_b), by_cp_async, aligned, p.tiles_m);
    const long long zeros = tiles * plan->stages;
    count_tiles(&sum, s, turns + zeros, zeros, by_cp_async);
    const long long slices = turns * (s.bk / MMA_K);
    count_slices(&sum, (slices + (plan->ahead ? tiles : 0)) * warps, slices * warps);
    if (plan->by_rows)
        hier_count_rows_of_c(&sum, &p, tiles, s.bm, s.bn, HIER_WN);
    else
        count_sums(&sum, p.m, p.n, p.ldc, p.beta != 0, aligned);
    sum.barriers = (turns * plan->barriers + (plan->ahead + plan->by_rows) * tiles) * warps;
    sum.blocks = tiles;
    sum.warps = tiles * warps;
    sum.threads = sum.warps * WARP;
    return sum;
}

struct counts hier_predict_hierarchy(const struct gemm_problem *p)
{
    return predict(p, &(struct plan){.barriers = 2});
}

struct counts hier_predict_cp_async(const struct gemm_problem *p)
{
    return predict(p, &(struct plan){.async = true, .stages = 1, .barriers = 1});
}

struct counts hier_predict_multistage(const struct gemm_problem *p)
{
    return predict(p, &(struct plan){.async = true, .stages = HIER_STAGES - 1, .barriers = 1});
}

// For 5_rasterize too: the order of blocks changes no counter.
struct counts hier_predict_register_pipeline(const struct gemm_problem *p)
{
    return predict(
        p, &(struct plan){.async = true, .stages = HIER_STAGES - 1, .barriers = 1, .ahead = true});
}

struct counts hier_predict_epilogue(const struct gemm_problem *p)
{
    return predict(p, &(struct plan){.async = true,
                                     .stages = HIER_STAGES - 1,
                                     .barriers = 1,
                                     .ahead = true,
                                     .by_rows = true});
}
