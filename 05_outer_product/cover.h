// SPDX-License-Identifier: MIT
//
// cover.h: what it takes to read or write a matrix once, in requests of one shape: for predict.c
// and predict_async.c.
#ifndef OUTER_COVER_H
#define OUTER_COVER_H

#include <stdbool.h>

#include "../common/index.h"
#include "../common/sectors.h"
#include "../common/step.h"

enum { WARP = 32, ELEMENT = (int)sizeof(float) };

static inline int smaller(int a, int b) { return a < b ? a : b; }

// The lanes of a warp ask for down x across vectors of `width` neighbouring elements, which stand
// row_step rows and col_step columns apart, no more than a sector. What lies between is asked for
// by further requests of the same warp. Unaligned: a vector is `width` requests for its elements.
struct shape {
    int down, row_step;
    int across, col_step;
    int width;
};

struct traffic {
    long long requests, sectors, elements, lanes;
};

// The requests that begin `shift` columns from the left of each stamp, for `taken` elements of each
// vector, in `rows` rows from `row` on. Columns apart leave out no sector, so their sectors are
// those of all columns from the first to the last.
static inline void cover_row(struct traffic *sum, const struct shape *s, int row, int rows,
                             int shift, int taken, int n, int ld)
{
    const int stamp = s->across * s->col_step;
    // Vectors that begin inside: so many whole requests, and the rest in one that is cut off.
    const long long vectors = n > shift ? ((long long)n / stamp) * s->across : 0;
    const int left = n % stamp > shift ? ceil_div(n % stamp - shift, s->col_step) : 0;
    const int whole = (int)(vectors / s->across);
    const long long first = row_major(row, shift, ld);
    const long long step = (long long)s->row_step * ld;

    sum->requests += whole + (left > 0);
    sum->lanes += rows * (vectors + left);
    sum->elements += rows * (vectors + left) * taken;
    sum->sectors += sectors_of_parts(first, whole, stamp, step, rows,
                                     (s->across - 1) * s->col_step + taken, ELEMENT);
    if (left > 0)
        sum->sectors += sectors_of_part(first + (long long)whole * stamp, step, rows,
                                        (left - 1) * s->col_step + taken, ELEMENT);
}

// An m x n matrix, covered once.
static inline struct traffic cover(int m, int n, int ld, const struct shape *s, bool aligned)
{
    struct traffic sum = {0};
    const int taken = aligned ? s->width : 1;
    const int stamp = s->down * s->row_step;
    for (int top = 0; top < m; top += stamp)
        for (int i = 0; i < s->row_step && top + i < m; i++) {
            const int rows = smaller(s->down, ceil_div(m - top - i, s->row_step));
            for (int shift = 0; shift < s->col_step; shift += taken)
                cover_row(&sum, s, top + i, rows, shift, taken, n, ld);
        }
    return sum;
}

// How a tile of `cols` columns is fetched: lanes along its rows, a vector each.
static inline struct shape fetched(int cols, int width)
{
    const int across = smaller(WARP, cols / width);
    return (struct shape){WARP / across, 1, across, width, width};
}

// Can A, B and C be taken in vectors of that width?
static inline bool is_aligned(const struct gemm_problem *p, int k, int width)
{
    return width == 1 ||
           (k % 4 == 0 && p->n % 4 == 0 && p->lda % 4 == 0 && p->ldb % 4 == 0 && p->ldc % 4 == 0);
}

#endif
