// SPDX-License-Identifier: MIT
//
// For each p a warp makes two requests: for a column of A, one element from each row of its part,
// and for a row of B, one element for each column of it. At the end it stores its part of C, which
// it loads first if beta is not 0. A warp whose part is empty makes no request. sectors_of_part()
// counts the sectors of each; the rest is addition. A's sectors do not depend on the part's column
// nor B's on its row, so each is counted once and multiplied.
#include "per_element.h"

#include "../device/index.h"
#include "sectors.h"

enum { WARP = 32, ELEMENT = (int)sizeof(float) };
// After this many warps' parts, down or across, the position within sectors repeats (sectors.h).
enum { PERIOD = SECTOR_BYTES / ELEMENT };

// Sectors for A in one column of warps, over all p: a part begins one element after the last.
static long long sectors_of_a(const struct gemm_problem *p, int k, int warp_rows)
{
    const int whole = p->m / warp_rows, edge = p->m % warp_rows;
    long long sectors =
        sectors_of_parts(row_major(p->m - edge, 0, p->lda), k, 1, p->lda, edge, 1, ELEMENT);
    for (int i = 0; i < whole && i < PERIOD; i++)
        sectors += alike(i, whole, PERIOD) * sectors_of_parts(row_major(i * warp_rows, 0, p->lda),
                                                              k, 1, p->lda, warp_rows, 1, ELEMENT);
    return sectors;
}

// Sectors for B in one row of warps, over all p: a part begins one row below the last.
static long long sectors_of_b(const struct gemm_problem *p, int k, int warp_cols)
{
    const int whole = p->n / warp_cols, edge = p->n % warp_cols;
    long long sectors = sectors_of_parts(p->n - edge, k, p->ldb, p->ldb, 1, edge, ELEMENT);
    for (int j = 0; j < whole && j < PERIOD; j++)
        sectors += alike(j, whole, PERIOD) * sectors_of_parts((long long)j * warp_cols, k, p->ldb,
                                                              p->ldb, 1, warp_cols, ELEMENT);
    return sectors;
}

// Sectors for C: in each row of warps the whole parts, then the one at the right edge.
// Of the rows from i on, at most as many as a warp has.
static long long sectors_of_c_rows(const struct gemm_problem *p, int i, int rows, int warp_cols)
{
    const int whole = p->n / warp_cols, edge = p->n % warp_cols;
    return sectors_of_parts(row_major(i, 0, p->ldc), whole, warp_cols, p->ldc, rows, warp_cols,
                            ELEMENT) +
           sectors_of_part(row_major(i, p->n - edge, p->ldc), p->ldc, rows, edge, ELEMENT);
}

static long long sectors_of_c(const struct gemm_problem *p, int warp_rows, int warp_cols)
{
    const int whole = p->m / warp_rows, edge = p->m % warp_rows;
    long long sectors = sectors_of_c_rows(p, p->m - edge, edge, warp_cols);
    for (int i = 0; i < whole && i < PERIOD; i++)
        sectors +=
            alike(i, whole, PERIOD) * sectors_of_c_rows(p, i * warp_rows, warp_rows, warp_cols);
    return sectors;
}

struct counts predict_per_element(const struct gemm_problem *p, int warp_rows, int warp_cols,
                                  long long blocks, int threads)
{
    if (p->m == 0 || p->n == 0) // no launch
        return (struct counts){0};
    const int k = gemm_read_k(p);
    const int loads_of_c = p->beta != 0;
    const long long elements = (long long)p->m * p->n;
    // Warps' parts with elements of C, down and across.
    const long long down = ceil_div(p->m, warp_rows), across = ceil_div(p->n, warp_cols);
    const long long c_sectors = sectors_of_c(p, warp_rows, warp_cols);

    return (struct counts){
        .global_load_requests = down * across * (2LL * k + loads_of_c),
        .global_load_sectors = across * sectors_of_a(p, k, warp_rows) +
                               down * sectors_of_b(p, k, warp_cols) + loads_of_c * c_sectors,
        .global_load_bytes = ELEMENT * elements * (2LL * k + loads_of_c),
        .global_store_requests = down * across,
        .global_store_sectors = c_sectors,
        .global_store_bytes = ELEMENT * elements,
        .active_lanes = elements * (2LL * k + loads_of_c + 1),
        .blocks = blocks,
        .warps = blocks * (threads / WARP),
        .threads = blocks * threads,
    };
}
