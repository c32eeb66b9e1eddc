// SPDX-License-Identifier: MIT
//
// cover.h: the requests of one shape that read or write a matrix once: formulas for predictions.
#ifndef COMMON_COVER_H
#define COMMON_COVER_H

#include <stdbool.h>

#include "../device/index.h"
#include "sectors.h"

// A request as a stamp on a sheet: the lanes of a warp access down x across vectors of `width`
// neighbouring elements, row_step rows and col_step columns apart, at most a sector. Further
// requests of the same warp access what is between. Unaligned: a vector becomes `width` requests
// for its elements.
struct stamp {
    int down, row_step;
    int across, col_step;
    int width;
};

struct traffic {
    long long requests, sectors, elements, lanes;
};

// The requests that begin `shift` columns from the left of each stamp, for `taken` elements of each
// vector, in `rows` rows beginning at `row`. Columns apart skip no sector, so their sectors are
// those of all columns from the first to the last.
static inline void cover_row(struct traffic *sum, const struct stamp *s, int row, int rows,
                             int shift, int taken, int n, int ld, int element)
{
    const int stride = s->across * s->col_step;
    // Vectors that begin inside: a number of whole requests, and one that is cut off.
    const long long vectors = n > shift ? ((long long)n / stride) * s->across : 0;
    const int left = n % stride > shift ? ceil_div(n % stride - shift, s->col_step) : 0;
    const int whole = (int)(vectors / s->across);
    const long long first = row_major(row, shift, ld);
    const long long step = (long long)s->row_step * ld;

    sum->requests += whole + (left > 0);
    sum->lanes += rows * (vectors + left);
    sum->elements += rows * (vectors + left) * taken;
    sum->sectors += sectors_of_parts(first, whole, stride, step, rows,
                                     (s->across - 1) * s->col_step + taken, element);
    if (left > 0)
        sum->sectors += sectors_of_part(first + (long long)whole * stride, step, rows,
                                        (left - 1) * s->col_step + taken, element);
}

static inline void traffic_add(struct traffic *sum, const struct traffic *one, long long times)
{
    sum->requests += times * one->requests;
    sum->sectors += times * one->sectors;
    sum->elements += times * one->elements;
    sum->lanes += times * one->lanes;
}

// The stamps whose first row is `top`.
static inline void cover_top(struct traffic *sum, int top, int end, int n, int ld,
                             const struct stamp *s, int element, int taken)
{
    for (int i = 0; i < s->row_step && top + i < end; i++) {
        const int rows = smaller(s->down, ceil_div(end - top - i, s->row_step));
        for (int shift = 0; shift < s->col_step; shift += taken)
            cover_row(sum, s, top + i, rows, shift, taken, n, ld, element);
    }
}

// Rows [first, end) of a matrix of n columns of elements of this many bytes, covered once.
static inline void cover_rows(struct traffic *sum, int first, int end, int n, int ld,
                              const struct stamp *s, int element, bool aligned)
{
    const int taken = aligned ? s->width : 1;
    const int rows_of_stamp = s->down * s->row_step;
    const int period = SECTOR_BYTES / element, whole = (end - first) / rows_of_stamp;
    for (int i = 0; i < whole && i < period; i++) {
        struct traffic one = {0};
        cover_top(&one, first + i * rows_of_stamp, end, n, ld, s, element, taken);
        traffic_add(sum, &one, alike(i, whole, period));
    }
    if (first + whole * rows_of_stamp < end)
        cover_top(sum, first + whole * rows_of_stamp, end, n, ld, s, element, taken);
}

// An m x n matrix, covered once.
static inline struct traffic cover(int m, int n, int ld, const struct stamp *s, int element,
                                   bool aligned)
{
    struct traffic sum = {0};
    cover_rows(&sum, 0, m, n, ld, s, element, aligned);
    return sum;
}

#endif
