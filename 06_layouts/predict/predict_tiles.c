// SPDX-License-Identifier: MIT
//
// What the steps on tiles cost, by arithmetic alone.
//
// A warp's requests are stamps of one shape that together cover a matrix once (predict/cover.h): a
// row of 32 elements, or of 32 vectors.
//
// 7_tile_gemm: a warp loads 128 elements of As at a time, 8 rows of 16, and 128 of Bs, a row;
// it stores 8 rows of 16 elements of C. A is covered for each tile of C in a row of tiles, B for
// each in a column.
//
// There is no formula for the passes of cp.async into shared memory through L1, element by element
// here: it depends on how the places of a copy relate on both sides, swizzle included.
#include <limits.h>

#include "../../common/device/gemm/vectors.h"
#include "../../common/device/index.h"
#include "../../common/predict/cover.h"
#include "../../common/predict/cover_tiles.h"
#include "../parts/acc_layout.h"
#include "../tiles.h"

enum { WARP = 32, FLOAT = 4, DOUBLE = 8, VECTOR = 4 };

// ---- Reductions ----------------------------------------------------------------------------------

// A block adds up what its threads have: each warp stores its sum, and all threads read all of
// them.
static void add_block_sums(struct counts *c, long long blocks, int warps, int element)
{
    c->shared_store_requests = c->shared_store_wavefronts = blocks * warps;
    c->shared_store_bytes = blocks * warps * element;
    c->shared_load_requests = c->shared_load_wavefronts = blocks * warps * warps;
    c->shared_load_bytes = blocks * warps * warps * WARP * element;
    c->barriers = 2 * blocks * warps;
    c->active_lanes += c->shared_store_requests + WARP * c->shared_load_requests;
    c->blocks = blocks;
    c->warps = blocks * warps;
    c->threads = blocks * warps * WARP;
}

static struct counts loads_of(const struct traffic *t, int element)
{
    return (struct counts){.global_load_requests = t->requests,
                           .global_load_sectors = t->sectors,
                           .global_load_bytes = t->elements * element,
                           .active_lanes = t->lanes};
}

// Each row by itself: it is taken in vectors where it begins at a multiple of 16 bytes.
struct counts tiles_predict_row_sum(const struct gemm_problem *p)
{
    const struct stamp stamp = {1, 1, WARP, VECTOR, VECTOR};
    struct traffic a = {0};
    const int period = SECTOR_BYTES / FLOAT; // and so of vectors
    for (int row = 0; row < p->m && row < period; row++) {
        struct traffic one = {0};
        cover_rows(&one, row, row + 1, p->n, p->lda, &stamp, FLOAT,
                   p->n % VECTOR == 0 && row_major(row, 0, p->lda) % VECTOR == 0);
        traffic_add(&a, &one, alike(row, p->m, period));
    }
    struct counts c = loads_of(&a, FLOAT);
    c.global_store_requests = c.global_store_sectors = p->m;
    c.global_store_bytes = (long long)p->m * FLOAT;
    c.active_lanes += p->m;
    add_block_sums(&c, p->m, ROW_SUM_THREADS / WARP, FLOAT);
    return c;
}

struct counts tiles_predict_reduce_simt(const struct gemm_problem *p)
{
    const struct stamp stamp = {1, 1, WARP, 1, 1};
    const struct traffic a = cover(p->m, p->n, p->lda, &stamp, DOUBLE, true);
    struct counts c = loads_of(&a, DOUBLE);
    c.global_atomic_requests = a.requests;
    c.active_lanes = 2 * a.lanes;
    c.blocks = (long long)ceil_div(p->n, REDUCE_THREADS) * smaller(p->m, REDUCE_MAX_ROWS);
    c.warps = c.blocks * (REDUCE_THREADS / WARP);
    c.threads = c.blocks * REDUCE_THREADS;
    return c;
}

struct counts tiles_predict_reduce_tile(const struct gemm_problem *p)
{
    enum { PAIR = 2, TILE = REDUCE_THREADS * REDUCE_VALUES };
    const struct stamp stamp = {1, 1, WARP, PAIR, PAIR};
    const bool one_row = p->lda == p->n && p->m > 1 && (long long)p->m * p->n <= INT_MAX;
    const int m = one_row ? 1 : p->m, n = one_row ? p->m * p->n : p->n;
    const int ld = one_row ? n : p->lda;
    const long long tiles = (long long)m * ceil_div(n, TILE);
    if (tiles == 0) // no launch
        return (struct counts){0};
    const bool pairs = rows_are_vectors(NULL, n, ld, DOUBLE, PAIR * DOUBLE);
    const struct traffic a = cover(m, n, ld, &stamp, DOUBLE, pairs);
    struct counts c = loads_of(&a, DOUBLE);
    const long long blocks = tiles < REDUCE_MAX_BLOCKS ? tiles : REDUCE_MAX_BLOCKS;
    c.global_atomic_requests = blocks;
    c.active_lanes += blocks;
    add_block_sums(&c, blocks, REDUCE_THREADS / WARP, DOUBLE);
    return c;
}

// ---- The product ---------------------------------------------------------------------------------

// What is read of a matrix that cp.async takes to shared memory in vectors.
static struct traffic of_staged(const struct tile_traffic *s)
{
    return (struct traffic){
        .requests = s->reads, .sectors = s->sectors, .elements = s->bytes / FLOAT};
}

struct counts tiles_predict_gemm(const struct gemm_problem *p)
{
    if (p->m == 0 || p->n == 0) // no launch
        return (struct counts){0};
    const struct stamp eight_rows = {8, 1, 16 / VECTOR, VECTOR, VECTOR};
    const struct stamp one_row = {1, 1, GEMM_BN / VECTOR, VECTOR, VECTOR};
    const int k = gemm_read_k(p);
    const bool vectors = rows_are_vectors(NULL, k, p->lda, FLOAT, VECTOR_BYTES) &&
                         rows_are_vectors(NULL, p->n, p->ldb, FLOAT, VECTOR_BYTES) &&
                         rows_are_vectors(NULL, p->n, p->ldc, FLOAT, VECTOR_BYTES);
    const int loads_of_c = p->beta != 0;
    const struct shared_tile as = {GEMM_BM, GEMM_BK, FLOAT, GEMM_BK, {GEMM_SWIZZLE}, false};
    const struct shared_tile bs = {GEMM_BK, GEMM_BN, FLOAT, GEMM_BN, {0, 0, 0}, false};
    const struct tile_traffic a_staged = cover_tiles(&as, vectors ? p->m : 0, k, p->lda);
    const struct tile_traffic b_staged = cover_tiles(&bs, vectors ? k : 0, p->n, p->ldb);
    const struct traffic a =
        vectors ? of_staged(&a_staged) : cover(p->m, k, p->lda, &eight_rows, FLOAT, false);
    const struct traffic b =
        vectors ? of_staged(&b_staged) : cover(k, p->n, p->ldb, &one_row, FLOAT, false);
    const struct traffic c = cover(p->m, p->n, p->ldc, &eight_rows, FLOAT, vectors);

    const int down = ceil_div(p->m, GEMM_BM), across = ceil_div(p->n, GEMM_BN);
    const int k_tiles = ceil_div(k, GEMM_BK), warps = GEMM_THREADS / WARP;
    const long long blocks = (long long)down * across;
    // Fetched also where nothing is left: zeros then, which cost no global load, and are stored by
    // quarters of a warp.
    const int of_stage = (GEMM_BM + GEMM_BN) * GEMM_BK / (WARP * VECTOR);
    const long long behind = blocks * (GEMM_STAGES - 1) * of_stage;
    const long long fetches = (blocks * k_tiles * of_stage + behind) * (vectors ? 1 : VECTOR);
    // For each p: TN / 4 float4s of Bs; for four of them TM float4s of As. Lanes want the same in
    // pairs, of both: 2 passes.
    const long long shared_loads =
        blocks * k_tiles * warps * (GEMM_BK * (GEMM_TN / VECTOR) + GEMM_BK / VECTOR * GEMM_TM);
    return (struct counts){
        .global_load_requests = across * a.requests + down * b.requests + loads_of_c * c.requests,
        .global_load_sectors = across * a.sectors + down * b.sectors + loads_of_c * c.sectors,
        .global_load_bytes =
            FLOAT * (across * a.elements + down * b.elements + loads_of_c * c.elements),
        .global_store_requests = c.requests,
        .global_store_sectors = c.sectors,
        .global_store_bytes = FLOAT * c.elements,
        .shared_load_requests = shared_loads,
        .shared_load_wavefronts = 2 * shared_loads,
        .shared_load_bytes = shared_loads * WARP * VECTOR * FLOAT,
        .cp_async_requests = fetches,
        .cp_async_wavefronts =
            vectors ? across * a_staged.wavefronts + down * b_staged.wavefronts + 4 * behind
                    : COUNT_UNKNOWN,
        .cp_async_conflicts = vectors ? 0 : COUNT_UNKNOWN,
        .cp_async_bytes = fetches * WARP * FLOAT * (vectors ? VECTOR : 1),
        .barriers = blocks * k_tiles * warps,
        .active_lanes = WARP * (fetches + shared_loads) + (loads_of_c + 1) * c.lanes,
        .blocks = blocks,
        .warps = blocks * warps,
        .threads = blocks * GEMM_THREADS,
    };
}
