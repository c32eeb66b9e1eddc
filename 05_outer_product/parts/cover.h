// SPDX-License-Identifier: MIT
//
// cover.h: how the steps take their matrices: for predict.c and predict_async.c.
#ifndef OUTER_COVER_H
#define OUTER_COVER_H

#include <stdbool.h>

#include "../../common/predict/cover.h"
#include "../../common/step/step.h"

enum { WARP = 32, ELEMENT = (int)sizeof(float) };

// How a tile of `cols` columns is fetched: lanes along its rows, a vector each.
static inline struct stamp fetched(int cols, int width)
{
    const int across = smaller(WARP, cols / width);
    return (struct stamp){WARP / across, 1, across, width, width};
}

// Can A, B and C be taken in vectors of that width?
static inline bool is_aligned(const struct gemm_problem *p, int k, int width)
{
    return width == 1 ||
           (k % 4 == 0 && p->n % 4 == 0 && p->lda % 4 == 0 && p->ldb % 4 == 0 && p->ldc % 4 == 0);
}

#endif
