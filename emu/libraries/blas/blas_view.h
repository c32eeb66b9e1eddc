// SPDX-License-Identifier: MIT
// blas_view.h: the storage format of a matrix: the whole matrix or a triangle; in columns ld apart,
// as a band, or packed. The elements outside a triangle follow from those inside: symmetric,
// Hermitian, or 0.
#ifndef BLAS_VIEW_H
#define BLAS_VIEW_H

#include "blas.h"

enum mirror { GENERAL, SYMMETRIC, HERMITIAN, TRIANGULAR };
enum storage { FULL, BAND, PACKED };

struct view {
    const void *start;
    long long ld;
    enum storage storage;
    enum mirror mirror;
    int rows, cols;
    int below, above; // diagonals of a band
    bool upper, unit;
};

static inline int least(int a, int b) { return a < b ? a : b; }
static inline int most(int a, int b) { return a > b ? a : b; }

// Returns the range of stored rows of column j: from *first up to, not including, the returned one.
static inline int view_rows(const struct view *v, int j, int *first)
{
    *first = v->mirror == GENERAL || v->upper ? 0 : j;
    int end = v->mirror == GENERAL || !v->upper ? v->rows : least(j + 1, v->rows);
    if (v->storage == BAND) {
        *first = most(*first, j - v->above);
        end = least(end, j + v->below + 1);
    }
    return end;
}

// Returns the offset of element (i, j), which must be stored.
static inline ptrdiff_t view_offset(const struct view *v, int i, int j)
{
    const ptrdiff_t row = i, col = j, n = v->rows;
    switch (v->storage) {
    case BAND: return v->above + row - col + col * v->ld;
    case PACKED: return v->upper ? row + col * (col + 1) / 2 : row + col * (2 * n - col - 1) / 2;
    default: return row + col * v->ld;
    }
}

void view_touch(const char *name, enum access_kind kind, const struct view *v, size_t element);

#endif
