// SPDX-License-Identifier: MIT
//
// What the steps of chapter 04 cost, by arithmetic alone.
//
// A block of 32 x 32 threads is 32 warps, each a row of it: 32 neighbouring x, one y. The grid has
// `down` x `across` blocks, and there is a launch for each slice of k: one in 1_panel, k / 128 in
// the other steps. In a slice that is `depth` deep, each block
//
//     fetches A's panel   warp y takes row y, in chunks of 32 p: ceil(depth / 32) requests, if the
//                         row is in A, and as many stores to As in any case
//     fetches B's panel   warp y takes p = y, y + 32, ...: depth requests in all, for as many
//                         elements as the block has columns of C, and depth stores of 32 lanes
//     waits               one barrier
//     multiplies          every warp loads a word of As, the same for all lanes, and 32
//                         neighbours of Bs, for each p
//     stores C            warp y row y; loads it before, if beta is not 0 or it is a later slice
//
// Loads of As and Bs have no conflicts in any step, nor have stores to Bs. A store to As has them
// in 2_bank_conflicts alone: all its lanes want one bank, so it takes a wavefront for each lane,
// where one would do.
#include "../../common/device/index.h"
#include "../../common/predict/sectors.h"
#include "../shared.h"

enum { WARP = 32, ELEMENT = (int)sizeof(float) };
enum { WARPS = SHARED_BM * SHARED_BN / WARP }; // of a block

// ---- Sectors -------------------------------------------------------------------------------------

// Of all rows x cols elements of a matrix, fetched or stored row by row in chunks of 32.
static long long sectors_in_chunks(int rows, int cols, int ld)
{
    long long sectors = 0;
    for (int j = 0; j < cols; j += WARP) {
        sectors += sectors_of_parts(j, rows, ld, ld, 1, smaller(WARP, cols - j), ELEMENT);
        if (cols - j <= WARP) // j += WARP could leave the range of int
            break;
    }
    return sectors;
}

// ---- Steps ---------------------------------------------------------------------------------------

// What differs between the steps.
struct plan {
    int slice_depth; // the deepest panel; 0: as deep as k
    bool conflicts;  // the lanes that store to As share a bank
};

static struct counts predict(const struct gemm_problem *p, struct plan plan)
{
    if (p->m == 0 || p->n == 0) // no launch
        return (struct counts){0};
    const int k = gemm_read_k(p);
    const long long slices = plan.slice_depth > 0 && k > 0 ? ceil_div(k, plan.slice_depth) : 1;
    const long long down = ceil_div(p->m, SHARED_BM), across = ceil_div(p->n, SHARED_BN);
    const long long blocks = down * across;
    const long long m = p->m, n = p->n;
    // Slices begin at multiples of 32, so only the last chunk of a row of A is shorter.
    const long long a_chunks = ceil_div(k, WARP);
    const long long c_loads = slices - 1 + (p->beta != 0);
    const long long c_sectors = sectors_in_chunks(p->m, p->n, p->ldc);

    // Requests of all blocks; lanes that take part.
    const long long a_loads = across * m * a_chunks, a_load_lanes = across * m * k;
    const long long b_loads = blocks * k, b_load_lanes = down * n * k;
    const long long a_stores = blocks * WARPS * a_chunks, a_store_lanes = blocks * WARPS * k;
    const long long b_stores = blocks * k, b_store_lanes = b_stores * WARP;
    const long long products = blocks * WARPS * k; // multiply-adds of a warp
    const long long c_requests = m * across;
    const long long a_conflicts = plan.conflicts ? a_store_lanes - a_stores : 0;

    return (struct counts){
        .global_load_requests = a_loads + b_loads + c_loads * c_requests,
        .global_load_sectors = across * sectors_in_chunks(p->m, k, p->lda) +
                               down * sectors_in_chunks(k, p->n, p->ldb) + c_loads * c_sectors,
        .global_load_bytes = ELEMENT * (a_load_lanes + b_load_lanes + c_loads * m * n),
        .global_store_requests = slices * c_requests,
        .global_store_sectors = slices * c_sectors,
        .global_store_bytes = ELEMENT * slices * m * n,
        .shared_load_requests = 2 * products,
        .shared_load_wavefronts = 2 * products,
        .shared_load_bytes = 2 * products * WARP * ELEMENT,
        .shared_store_requests = a_stores + b_stores,
        .shared_store_wavefronts = a_stores + a_conflicts + b_stores,
        .shared_store_conflicts = a_conflicts,
        .shared_store_bytes = ELEMENT * (a_store_lanes + b_store_lanes),
        .barriers = slices * blocks * WARPS,
        .active_lanes = a_load_lanes + b_load_lanes + a_store_lanes + b_store_lanes +
                        2 * products * WARP + (c_loads + slices) * m * n,
        .blocks = slices * blocks,
        .warps = slices * blocks * WARPS,
        .threads = slices * blocks * WARPS * WARP,
    };
}

struct counts shared_predict_panel(const struct gemm_problem *p)
{
    return predict(p, (struct plan){.slice_depth = 0});
}

struct counts shared_predict_bank_conflicts(const struct gemm_problem *p)
{
    return predict(p, (struct plan){.slice_depth = SHARED_BK, .conflicts = true});
}

struct counts shared_predict_padded(const struct gemm_problem *p)
{
    return predict(p, (struct plan){.slice_depth = SHARED_BK});
}

struct counts shared_predict_swizzled(const struct gemm_problem *p)
{
    return predict(p, (struct plan){.slice_depth = SHARED_BK});
}
