// SPDX-License-Identifier: MIT
//
// What the tile text says of tiles and has no example for: grids of four dimensions, reshape,
// elements that are vectors or structs, and what in-place operations do to a gradient.
#include "features.h"

#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"
#include "../../common/device/tile/grid.h"

enum { THREADS = 64 };

// ---- A grid of four dimensions ---------------------------------------------------------------------

#define TILE box
#define TILE_ELEMENT float
#define TILE_SHAPE BOX_0, BOX_1, BOX_2, BOX_3
#define TILE_THREADS THREADS
#include "../../common/device/tile/define_tile.h"

static struct tile_grid grid_of_boxes(const int extent[4])
{
    return grid_4(ceil_div(extent[0], BOX_0), ceil_div(extent[1], BOX_1),
                  ceil_div(extent[2], BOX_2), ceil_div(extent[3], BOX_3));
}

__global__ void sum_boxes(struct tile_grid grid, struct tile_view view, const float *a,
                          double *sums)
{
    const struct tile_at tid = grid_place(grid, blockIdx.x); // i, j, k, l = wp.tid()
    const struct tile_at at =
        at_4(tid.at[0] * BOX_0, tid.at[1] * BOX_1, tid.at[2] * BOX_2, tid.at[3] * BOX_3);
    const float sum = box_sum(box_load(a, view, at));
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

int feature_boxes(const int extent[4]) { return (int)grid_size(grid_of_boxes(extent)); }

void feature_grid(const int extent[4], const float *a, double *sums)
{
    struct tile_view view = {{extent[0], extent[1], extent[2], extent[3]}, {0}, TILE_BY_ADDRESS};
    view.stride[3] = 1;
    for (int d = 2; d >= 0; d--)
        view.stride[d] = view.stride[d + 1] * extent[d + 1];
    sum_boxes<<<feature_boxes(extent), THREADS>>>(grid_of_boxes(extent), view, a, sums);
    CUDA_CHECK_LAUNCH();
}

// ---- Reshape ---------------------------------------------------------------------------------------

#define TILE matrix_tile
#define TILE_ELEMENT float
#define TILE_SHAPE RESHAPE_ROWS, RESHAPE_COLS
#define TILE_THREADS THREADS
#include "../../common/device/tile/define_tile.h"

#define TILE row_tile
#define TILE_ELEMENT float
#define TILE_SHAPE (RESHAPE_ROWS * RESHAPE_COLS)
#define TILE_THREADS THREADS
#include "../../common/device/tile/define_tile.h"

#define RESHAPE as_row
#define RESHAPE_FROM matrix_tile
#define RESHAPE_TO row_tile
#include "../../common/device/tile/define_reshape.h"

#define RESHAPE as_matrix
#define RESHAPE_FROM row_tile
#define RESHAPE_TO matrix_tile
#include "../../common/device/tile/define_reshape.h"

__global__ void reshape(const float *in, float *row, float *back)
{
    const struct tile_view matrix = matrix_view(RESHAPE_ROWS, RESHAPE_COLS, RESHAPE_COLS);
    struct row_tile r = as_row(matrix_tile_load(in, matrix, at_2(0, 0)));
    row_tile_store(row, vector_view(row_tile_size), at_1(0), r);
    matrix_tile_store(back, matrix, at_2(0, 0), as_matrix(r));
}

void feature_reshape(const float *in, float *row, float *back)
{
    reshape<<<1, THREADS>>>(in, row, back);
    CUDA_CHECK_LAUNCH();
}

// ---- Elements that are vectors or structs ------------------------------------------------------------

TILE_FUNCTION float3 add_points(float3 p, float3 q)
{
    return make_float3(p.x + q.x, p.y + q.y, p.z + q.z);
}

#define TILE point_tile
#define TILE_ELEMENT float3
#define TILE_SHAPE 256
#define TILE_THREADS THREADS
#define TILE_ADD add_points
#include "../../common/device/tile/define_tile.h"

__global__ void sum_points(int count, const float3 *points, float3 *sum)
{
    struct point_tile all = point_tile_zeros();
    for (int i = 0; i < count; i += point_tile_size)
        all = point_tile_add(all, point_tile_load(points, vector_view(count), at_1(i)));
    const float3 s = point_tile_sum(all);
    if (threadIdx.x == 0)
        *sum = s;
}

void feature_points(int count, const float *xyz, float *sum)
{
    sum_points<<<1, THREADS>>>(count, (const float3 *)xyz, (float3 *)sum);
    CUDA_CHECK_LAUNCH();
}

// "Adding" two peaks keeps the higher one; of two equal ones the first.
TILE_FUNCTION struct peak higher(struct peak p, struct peak q)
{
    return p.value > q.value || (p.value == q.value && p.at < q.at) ? p : q;
}

#define TILE peak_tile
#define TILE_ELEMENT struct peak
#define TILE_SHAPE 256
#define TILE_THREADS 256
#define TILE_ADD higher
#include "../../common/device/tile/define_tile.h"

__global__ void find_peak(int count, const float *values, struct peak *largest)
{
    const int i = threadIdx.x;
    const struct peak mine = {i < count ? values[i] : 0, i}; // each thread's own: tile() joins them
    const struct peak p = peak_tile_sum(peak_tile_tile(mine));
    if (i == 0)
        *largest = p;
}

void feature_peak(int count, const float *values, struct peak *largest)
{
    find_peak<<<1, 256>>>(count, values, largest);
    CUDA_CHECK_LAUNCH();
}

// ---- In place ----------------------------------------------------------------------------------------

#define TILE x_tile
#define TILE_ELEMENT float
#define TILE_SHAPE THREADS
#define TILE_THREADS THREADS
#include "../../common/device/tile/define_tile.h"

TILE_FUNCTION float square(float x) { return x * x; }
TILE_FUNCTION float square_adjoint(float x, float dy) { return 2 * x * dy; }

__global__ void in_place(int count, const float *x_array, float *kept, float *overwritten)
{
    const struct tile_view view = vector_view(count);
    struct x_tile x = x_tile_load(x_array, view, at_1(0));
    const struct x_tile dy = x_tile_full(1); // of the sum

    const struct x_tile y = x_tile_map(x, square); // x is still there
    x_tile_store(kept, view, at_1(0), x_tile_map2(x, dy, square_adjoint));

    x = y; // in place: x is now its square
    x_tile_store(overwritten, view, at_1(0), x_tile_map2(x, dy, square_adjoint));
}

void feature_in_place(int count, const float *x, float *kept, float *overwritten)
{
    in_place<<<1, THREADS>>>(count, x, kept, overwritten);
    CUDA_CHECK_LAUNCH();
}
