// SPDX-License-Identifier: MIT
//
// epilogue_store.h: a warp's sums through shared memory to C. For 08/6_epilogue and later.
//
// After mma, a lane has pairs of neighbours in rows all over the warp's tile. Stored directly, a
// request would write 32 bytes in each of 8 rows. So the warp stores 8 rows at a time in shared
// memory and loads them along the rows: 16 lanes share a row of 64, a float4 each, and a request
// writes 256 neighbouring bytes in each of two rows. C is read in the same way. In between, the
// function is applied, the type converted to D's, and D's rows are summed.
//
// The pad avoids bank conflicts. A request for float2s is served in halves of the warp, four rows
// of four lanes each. With 64 + 8 floats in a row, these are banks 0-7, 8-15, 16-23 and 24-31.
#ifndef HIERARCHY_EPILOGUE_STORE_H
#define HIERARCHY_EPILOGUE_STORE_H

#include "../../index.h"
#include "epilogue_functions.h"
#include "epilogue_rows.h"
#include "epilogue_types.h"
#include "params.h"

enum { EPILOGUE_PAD = 8 };
enum { EPILOGUE_ROWS = 8 };   // at once: half of an instruction's rows
enum { EPILOGUE_VECTOR = 4 }; // floats

// The floats of shared memory that a warp with tiles of `wn` columns needs.
LAYOUT_INLINE int epilogue_floats(int wn) { return EPILOGUE_ROWS * (wn + EPILOGUE_PAD); }

#ifdef __CUDACC__

// One group of 8 rows from shared memory to D, four elements at a time.
static __device__ __forceinline__ void store_vectors(enum epilogue_function function,
                                                     const struct epilogue *e, const float *rows,
                                                     int wn, void *D, int ldd, int m, int n,
                                                     int row, int col)
{
    const int lanes = wn / EPILOGUE_VECTOR, at_once = 32 / lanes, lane = (int)threadIdx.x % 32;
    const int my_row = lane / lanes, my_col = lane % lanes * EPILOGUE_VECTOR;
    const int inside = col + my_col < n ? m - row - my_row : 0; // rows of this lane
    const int bytes = epilogue_bytes(e->type);
    char *d = (char *)D + row_major(row + my_row, col + my_col, ldd) * bytes;
    const float *from = rows + my_row * (wn + EPILOGUE_PAD) + my_col;
#pragma unroll
    for (int i = 0; i < EPILOGUE_ROWS; i += at_once) {
        float of_row = 0;
        if (i < inside) {
            __align__(16) float sums[EPILOGUE_VECTOR];
            __align__(16) float values[EPILOGUE_VECTOR] = {0, 0, 0, 0};
            *(float4 *)sums = *(const float4 *)(from + i * (wn + EPILOGUE_PAD));
            if (e->beta != 0)
                epilogue_load_4(e->type, epilogue_source(e, d, row + my_row + i, col + my_col),
                                values);
#pragma unroll
            for (int v = 0; v < EPILOGUE_VECTOR; v++)
                values[v] = epilogue_value(function, e, sums[v], values[v], row + my_row + i,
                                           col + my_col + v);
            epilogue_store_4(e->type, d, values);
            if (e->row_parts)
                of_row = sum_of_4(e->type, values);
        }
        if (e->row_parts && col < n)
            hand_in_row(e, of_row, lanes, m, row + my_row + i, col / wn);
        d += row_major(at_once, 0, ldd) * bytes;
    }
}

// The same if rows of D begin anywhere: one element at a time, a column of the group per lane. All
// old elements are loaded before the first is needed: one branch, and eight loads in flight.
static __device__ __forceinline__ void store_elements(enum epilogue_function function,
                                                      const struct epilogue *e, const float *rows,
                                                      int wn, void *D, int ldd, int m, int n,
                                                      int row, int col)
{
    const ptrdiff_t apart = (ptrdiff_t)ldd * epilogue_bytes(e->type); // rows, in bytes
    float of_rows[EPILOGUE_ROWS] = {0};
    for (int j = (int)threadIdx.x % 32; j < wn; j += 32) {
        const int inside = col + j < n ? m - row : 0; // rows of this lane
        char *d = (char *)D + row_major(row, col + j, ldd) * epilogue_bytes(e->type);
        float old[EPILOGUE_ROWS] = {0};
        if (e->beta != 0) {
#pragma unroll
            for (int i = 0; i < EPILOGUE_ROWS; i++)
                if (i < inside)
                    old[i] =
                        epilogue_load(e->type, epilogue_source(e, d + i * apart, row + i, col + j));
        }
#pragma unroll
        for (int i = 0; i < EPILOGUE_ROWS; i++) {
            if (i < inside) {
                const float value = epilogue_value(function, e, rows[i * (wn + EPILOGUE_PAD) + j],
                                                   old[i], row + i, col + j);
                epilogue_store(e->type, d, value);
                if (e->row_parts)
                    of_rows[i] += epilogue_rounded(e->type, value);
            }
            d += apart;
        }
    }
#pragma unroll
    for (int i = 0; i < EPILOGUE_ROWS; i++)
        if (e->row_parts && col < n)
            hand_in_row(e, of_rows[i], 32, m, row + i, col / wn);
}

// The warp's tile begins at (row, col) of D and has mmas_m x mmas_n instructions. `rows` is the
// warp's part of shared memory. function, e->type, mmas_m and mmas_n are literals. vectors: whether
// rows of D can be stored in vectors of four.
static __device__ __forceinline__ void store_through_shared(enum epilogue_function function,
                                                            const struct epilogue *e, float *rows,
                                                            const float acc[][4], int mmas_m,
                                                            int mmas_n, void *D, int ldd, int m,
                                                            int n, int row, int col, bool vectors)
{
    const int wn = mmas_n * MMA_N, pitch = wn + EPILOGUE_PAD, lane = (int)threadIdx.x % 32;
    float *mine = rows + lane / 4 * pitch + lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < 2 * mmas_m; i++) { // the upper half of an instruction's rows, the lower one
        const int d_row = row + i * EPILOGUE_ROWS;
#pragma unroll
        for (int j = 0; j < mmas_n; j++) {
            const float *sums = &acc[i / 2 * mmas_n + j][i % 2 * 2];
            *(float2 *)(mine + j * MMA_N) = make_float2(sums[0], sums[1]);
        }
        __syncwarp(); // the rows are complete
        if (vectors)
            store_vectors(function, e, rows, wn, D, ldd, m, n, d_row, col);
        else
            store_elements(function, e, rows, wn, D, ldd, m, n, d_row, col);
        __syncwarp(); // all lanes have read them
    }
}

#endif
#endif
