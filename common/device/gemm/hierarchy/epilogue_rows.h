// SPDX-License-Identifier: MIT
//
// epilogue_rows.h: sums of D's rows, which a softmax or a normalisation needs next, without another
// pass over D. The last part of the epilogue. For kernels.
//
// Lanes that share a row add their elements, rounded as in D, with a butterfly of shuffles. One of
// them stores the sum of the warp's columns. A later kernel adds these parts in the order of the
// columns (rows_reduce() in show/epilogue_kernels.cu), so each run gives the same bits. atomicAdd()
// would add them in the order in which they arrive.
#ifndef HIERARCHY_EPILOGUE_ROWS_H
#define HIERARCHY_EPILOGUE_ROWS_H

#include "../../index.h"
#include "epilogue_types.h"

#ifdef __CUDACC__

static __device__ __forceinline__ float sum_of_4(enum epilogue_type type, const float x[4])
{
    return (epilogue_rounded(type, x[0]) + epilogue_rounded(type, x[1])) +
           (epilogue_rounded(type, x[2]) + epilogue_rounded(type, x[3]));
}

// Stores the sum of one row. Groups of `lanes` neighbours (a literal) share a row, and all lanes of
// the warp call this. part: the number of the warp's columns among the parts of a row.
static __device__ __forceinline__ void hand_in_row(const struct epilogue *e, float x, int lanes,
                                                   int m, int row, int part)
{
#pragma unroll
    for (int step = lanes / 2; step > 0; step /= 2)
        x += __shfl_xor_sync(0xffffffff, x, step);
    if ((int)threadIdx.x % lanes == 0 && row < m)
        e->row_parts[row_major(part, row, m)] = x;
}

#endif
#endif
