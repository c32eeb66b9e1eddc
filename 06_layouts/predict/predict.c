// SPDX-License-Identifier: MIT
//
// What the steps of chapter 06 cost, by arithmetic alone.
#include "../../common/device/index.h"
#include "../../common/predict/sectors.h"
#include "../layouts.h"

enum { WARP = 32, HALF = 2, FLOAT = 4 };

// ---- Vectors -------------------------------------------------------------------------------------

// A warp loads 32 elements of x and of y and stores 32 of z.
struct counts layouts_predict_vector_add(const struct gemm_problem *p)
{
    const long long n = p->n, requests = ceil_div(p->n, WARP);
    const long long sectors = ceil_div(p->n, SECTOR_BYTES / HALF);
    const long long blocks = ceil_div(p->n, VECTOR_THREADS);
    return (struct counts){
        .global_load_requests = 2 * requests,
        .global_load_sectors = 2 * sectors,
        .global_load_bytes = 2LL * HALF * n,
        .global_store_requests = requests,
        .global_store_sectors = sectors,
        .global_store_bytes = HALF * n,
        .active_lanes = 3 * n,
        .blocks = blocks,
        .warps = blocks * (VECTOR_THREADS / WARP),
        .threads = blocks * VECTOR_THREADS,
    };
}

// A thread with a whole tile makes one request of 16 bytes for each of x, y and z, together with
// its warp; the elements of the last tile go one by one. Vectors begin at a multiple of 16 bytes.
struct counts layouts_predict_local_tile(const struct gemm_problem *p)
{
    const long long whole = p->n / VECTOR_TILE, left = p->n % VECTOR_TILE;
    const long long requests = ceil_div((int)whole, WARP) + left;
    const long long sectors = ceil_div((int)whole * VECTOR_TILE, SECTOR_BYTES / HALF) + left;
    const long long blocks = ceil_div(ceil_div(p->n, VECTOR_TILE), VECTOR_THREADS);
    return (struct counts){
        .global_load_requests = 2 * requests,
        .global_load_sectors = 2 * sectors,
        .global_load_bytes = 2LL * HALF * p->n,
        .global_store_requests = requests,
        .global_store_sectors = sectors,
        .global_store_bytes = (long long)HALF * p->n,
        .active_lanes = 3 * (whole + left),
        .blocks = blocks,
        .warps = blocks * (VECTOR_THREADS / WARP),
        .threads = blocks * VECTOR_THREADS,
    };
}

// ---- Transposes ----------------------------------------------------------------------------------

// All of a rows x cols matrix, each row in chunks of 32 neighbours.
static long long sectors_of_rows(int rows, int cols, int ld)
{
    const int whole = cols / WARP, edge = cols % WARP; // chunks begin at whole sectors of a row
    return whole * sectors_of_parts(0, rows, ld, ld, 1, WARP, FLOAT) +
           sectors_of_parts(0, rows, ld, ld, 1, edge, FLOAT);
}

// The same matrix, each column in chunks of 32.
static long long sectors_of_columns(int rows, int cols, int ld)
{
    const int whole = rows / WARP, edge = rows % WARP;
    return whole * sectors_of_parts(0, cols, 1, ld, WARP, 1, FLOAT) +
           sectors_of_parts(0, cols, 1, ld, edge, 1, FLOAT);
}

static struct counts predict_transpose(const struct gemm_problem *p)
{
    const long long m = p->m, n = p->n;
    const long long blocks =
        (long long)ceil_div(p->m, TRANSPOSE_TILE) * ceil_div(p->n, TRANSPOSE_TILE);
    const long long requests = m * ceil_div(p->n, WARP);
    return (struct counts){
        .global_load_requests = requests,
        .global_load_sectors = sectors_of_rows(p->m, p->n, p->lda),
        .global_load_bytes = FLOAT * m * n,
        .global_store_bytes = FLOAT * m * n,
        .blocks = blocks,
        .warps = blocks * (TRANSPOSE_THREADS / WARP),
        .threads = blocks * TRANSPOSE_THREADS,
    };
}

// A warp has 32 neighbours of a row of A, which are 32 elements of a column of C.
struct counts layouts_predict_transpose_naive(const struct gemm_problem *p)
{
    struct counts counts = predict_transpose(p);
    counts.global_store_requests = counts.global_load_requests;
    counts.global_store_sectors = sectors_of_columns(p->n, p->m, p->ldc);
    counts.active_lanes = 2LL * p->m * p->n;
    return counts;
}

// Rows of A are stored as rows of the tile; its columns are loaded and stored as rows of C.
struct counts layouts_predict_transpose_free(const struct gemm_problem *p)
{
    struct counts counts = predict_transpose(p);
    const long long stores = (long long)p->n * ceil_div(p->m, WARP);
    counts.global_store_requests = stores;
    counts.global_store_sectors = sectors_of_rows(p->n, p->m, p->ldc);
    counts.shared_store_requests = counts.shared_store_wavefronts = counts.global_load_requests;
    counts.shared_load_requests = counts.shared_load_wavefronts = stores;
    counts.shared_store_bytes = counts.shared_load_bytes = counts.global_load_bytes;
    counts.barriers = counts.warps;
    counts.active_lanes = 4LL * p->m * p->n;
    return counts;
}

// The words of a column share a bank: a wavefront for each lane that takes part.
struct counts layouts_predict_transpose_shared(const struct gemm_problem *p)
{
    struct counts counts = layouts_predict_transpose_free(p);
    counts.shared_load_wavefronts = (long long)p->m * p->n;
    counts.shared_load_conflicts = counts.shared_load_wavefronts - counts.shared_load_requests;
    return counts;
}
