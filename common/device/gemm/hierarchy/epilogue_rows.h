// SPDX-License-Identifier: MIT
//
// epilogue_rows.h: D's rows reduced on their way: what a softmax or a normalisation asks for next,
// without another pass over D. The last part of the epilogue. For kernels.
//
// Lanes that share a row add their elements, as they stand in D, by a butterfly of shuffles; one of
// them hands in the sum over the warp's columns. Whoever wants the rows' sums adds those parts in
// the order of the columns (rows_reduce() in show/epilogue_kernels.cu): the same bits in each run,
// where atomicAdd() would take them as they come.
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

// Each `lanes` neighbours of the warp (a literal) have one row; all of the warp are here. part: the
// warp's columns, counted in such.
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
