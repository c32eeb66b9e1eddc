// SPDX-License-Identifier: MIT
//
// tuned_fetch.h: how a block of 8_tuned copies a tile of A and a tile of B. For kernels.
//
// Each thread copies single elements of A, and As holds the transpose.
// Eight lanes take a sector of a row of A and four rows a warp: 4 banks a column further down and 1
// bank a row further on, so no two lanes of a request meet in a bank. Of B a thread takes float4s
// where they fit, else single elements, along the rows.
//
// Every function is called with literals for the sizes, and inlined.
#ifndef TUNED_FETCH_H
#define TUNED_FETCH_H

#include "../../common/device/index.h"
#include "../../common/device/ptx/ptx.h"
#include "sgemm_plan.h"

enum { A_LANES = TUNED_A_LANES }; // along a row of A
enum { PAD = TUNED_PAD };         // floats after each row of As: 4 banks, and float4s stay aligned

struct a_copies {
    int row, col; // of the tile: the thread's first element
    int rows;     // of A that the block copies at a time
    int count;    // how often, to cover the tile
};

struct b_copies {
    int row, col;
    int rows;  // of B that the block copies at a time
    int cols;  // columns a thread goes to the right
    int parts; // how often, to cover one row
};

static __device__ __forceinline__ struct a_copies a_copies(int bm, int threads)
{
    const int t = threadIdx.x, rows = threads / A_LANES;
    return (struct a_copies){t / A_LANES, t % A_LANES, rows, bm / rows};
}

static __device__ __forceinline__ struct b_copies b_copies(int bn, int threads, int width)
{
    const int t = threadIdx.x, lanes = bn / width < threads ? bn / width : threads;
    return (struct b_copies){t / lanes, t % lanes * width, threads / lanes, lanes * width,
                             bn / width / lanes};
}

// Starts the copies of one tile: bk columns of A from column p on, bk rows of B from row p on.
// a and b point to the thread's first element. Row i of its copies of A is read where the column is
// less than a_limit[i]; part j of B's rows where the row is less than b_limit[j]. The rest is zero.
static __device__ __forceinline__ void fetch_tiles(float *As, float *Bs, int bm, int bn, int bk,
                                                   int threads, int width, const float *a, int lda,
                                                   const float *b, int ldb, unsigned p,
                                                   const unsigned *a_limit, const unsigned *b_limit)
{
    const struct a_copies ac = a_copies(bm, threads);
    const struct b_copies bc = b_copies(bn, threads, width);
#pragma unroll
    for (int i = 0; i < ac.count; i++)
#pragma unroll
        for (int col = 0; col < bk; col += A_LANES)
            cp_async_ca_4(&As[(ac.col + col) * (bm + PAD) + ac.row + i * ac.rows],
                          a + row_major(i * ac.rows, col, lda),
                          p + ac.col + col < a_limit[i] ? 4 : 0);
#pragma unroll
    for (int row = 0; row < bk; row += bc.rows)
#pragma unroll
        for (int j = 0; j < bc.parts; j++) {
            float *to = &Bs[(bc.row + row) * bn + bc.col + j * bc.cols];
            const float *from = b + row_major(row, j * bc.cols, ldb);
            const bool inside = p + bc.row + row < b_limit[j];
            if (width == 4)
                cp_async_ca_16(to, from, inside ? 16 : 0);
            else
                cp_async_ca_4(to, from, inside ? 4 : 0);
        }
}

#endif
