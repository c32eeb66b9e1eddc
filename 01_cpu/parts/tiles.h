// SPDX-License-Identifier: MIT
//
// tiles.h: what the steps from 3 on share: the larger of two numbers, two ways to
// treat a part of C without any hurry; how large a copy may be, how its rows are spaced, and the
// copy of a strip that fills no whole one.
// For `real`, float or double (real.h).
#ifndef CPU_TILES_H
#define CPU_TILES_H

#include <string.h>

#include "../../common/device/index.h"
#include "real.h"

enum {
    LINE = 64 / (int)sizeof(real), // elements in a cache line
    WORKSPACE_MAX = 64 << 20,      // bytes that a step may take beyond its operands
};

static inline int max_int(int x, int y) { return x > y ? x : y; }

static inline size_t min_size(size_t x, size_t y) { return x < y ? x : y; }

// Where part i of `parts` begins, if `total` rows or columns are cut at multiples of `unit`; part
// `parts` begins at the end.
static inline int part_start(int total, int unit, int i, int parts)
{
    long long start = (long long)ceil_div(total, unit) * i / parts * unit;
    return start < total ? (int)start : total;
}

// From one row to the next in a copy whose rows have `length` elements. At a multiple of 1024 bytes
// the rows of a tile would compete for the same few places of L1.
static inline int padded_ld(int length)
{
    int ld = ceil_div(length, LINE) * LINE;
    return ld % (16 * LINE) == 0 ? ld + LINE : ld;
}

// A strip of B, kc x cols, that the micro-kernel cannot pack: row p begins at
// packed + p * NR, and is filled up with zeros.
static inline void pack_edge(int kc, int cols, const real *B, int ldb, int NR, real *packed)
{
    for (int p = 0; p < kc; p++, packed += NR) {
        memcpy(packed, &B[row_major(p, 0, ldb)], (size_t)cols * sizeof *packed);
        memset(packed + cols, 0, (size_t)(NR - cols) * sizeof *packed);
    }
}

// C = beta * C, for m x n; with beta == 0 the old values are not read.
static inline void scale_tile(int m, int n, real beta, real *C, int ldc)
{
    for (int i = 0; i < m; i++) {
        real *c = &C[row_major(i, 0, ldc)];
        for (int j = 0; j < n; j++)
            c[j] = beta == 0 ? 0 : beta * c[j];
    }
}

// C = alpha * A * B + beta * C as in step 2, for the edge that fills no whole tile.
static inline void plain_tile(int m, int n, int k, real alpha, const real *A, int lda,
                              const real *B, int ldb, real beta, real *C, int ldc)
{
    scale_tile(m, n, beta, C, ldc);
    for (int i = 0; i < m; i++)
        for (int p = 0; p < k; p++) {
            real a = alpha * A[row_major(i, p, lda)];
            const real *restrict b = &B[row_major(p, 0, ldb)];
            real *restrict c = &C[row_major(i, 0, ldc)];
            for (int j = 0; j < n; j++)
                c[j] += a * b[j];
        }
}

#endif
