// SPDX-License-Identifier: MIT
//
// The examples of the tile text, unchanged: --examples runs them.
#include <math.h>

#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"
#include "../../common/device/tile/tile.h"
#include "examples.h"

// ---- A row for each block ------------------------------------------------------------------------

enum { TILE_SIZE_OF_ROW = 256, ROW_THREADS = 64 };

#define TILE row_tile
#define TILE_ELEMENT float
#define TILE_SHAPE TILE_SIZE_OF_ROW
#define TILE_THREADS ROW_THREADS
#include "../../common/device/tile/define_tile.h"

#define TILE sum_tile
#define TILE_ELEMENT float
#define TILE_SHAPE 1
#define TILE_THREADS ROW_THREADS
#include "../../common/device/tile/define_tile.h"

__global__ void example_rows(int rows, const float *a, float *b)
{
    const int i = blockIdx.x;
    struct row_tile t =
        row_tile_load(&a[i * TILE_SIZE_OF_ROW], vector_view(TILE_SIZE_OF_ROW), at_1(0));
    struct sum_tile s = sum_tile_full(row_tile_sum(t));
    sum_tile_store(b, vector_view(rows), at_1(i), s);
}

void example_run_rows(int rows, const float *a, float *b)
{
    example_rows<<<rows, ROW_THREADS>>>(rows, a, b);
    CUDA_CHECK_LAUNCH();
}

// ---- A tile of 16 x 16 for each block --------------------------------------------------------------

#define TILE square_tile
#define TILE_ELEMENT float
#define TILE_SHAPE 16, 16
#define TILE_THREADS 64
#include "../../common/device/tile/define_tile.h"

__global__ void example_squares(int rows, int cols, const float *a, float *sums)
{
    const int i = blockIdx.y, j = blockIdx.x;
    struct square_tile t = square_tile_load(a, matrix_view(rows, cols, cols), at_2(i * 16, j * 16));
    square_tile_atomic_add_one(&sums[i * gridDim.x + j], square_tile_sum(t));
}

void example_run_squares(int rows, int cols, const float *a, float *sums)
{
    example_squares<<<dim3(cols / 16, rows / 16), 64>>>(rows, cols, a, sums);
    CUDA_CHECK_LAUNCH();
}

// ---- From threads to tiles and back -----------------------------------------------------------------

#define TILE thread_tile
#define TILE_ELEMENT float
#define TILE_SHAPE 1, 64
#define TILE_THREADS 64
#include "../../common/device/tile/define_tile.h"

TILE_FUNCTION float halved(float x) { return x / 2; }

__global__ void example_threads(float *out)
{
    const int i = blockIdx.x * 64 + threadIdx.x;
    const float x = i * 2.0f + sinf((float)i); // some per-thread computation
    struct thread_tile t = thread_tile_tile(x);
    t = thread_tile_map(t, halved);
    out[i] = thread_tile_untile(t);
}

void example_run_threads(int blocks, float *out)
{
    example_threads<<<blocks, 64>>>(out);
    CUDA_CHECK_LAUNCH();
}

// ---- GEMM: 8 x 4 x 8, 64 threads --------------------------------------------------------------------

enum { TILE_M = 8, TILE_N = 4, TILE_K = 8, TILE_BLOCK = 64 };

#define TILE a_tile
#define TILE_ELEMENT float
#define TILE_SHAPE TILE_M, TILE_K
#define TILE_THREADS TILE_BLOCK
#include "../../common/device/tile/define_tile.h"

#define TILE b_tile
#define TILE_ELEMENT float
#define TILE_SHAPE TILE_K, TILE_N
#define TILE_THREADS TILE_BLOCK
#include "../../common/device/tile/define_tile.h"

#define TILE c_tile
#define TILE_ELEMENT float
#define TILE_SHAPE TILE_M, TILE_N
#define TILE_THREADS TILE_BLOCK
#include "../../common/device/tile/define_tile.h"

#define MATMUL tile_matmul
#define MATMUL_A a_tile
#define MATMUL_B b_tile
#define MATMUL_C c_tile
#include "../../common/device/tile/define_matmul.h"

__global__ void example_gemm(int m, int n, int k, const float *A, const float *B, float *C)
{
    const int i = blockIdx.y, j = blockIdx.x; // output tile index
    struct c_tile sum = c_tile_zeros();
    const int count = ceil_div(k, TILE_K);
    for (int p = 0; p < count; p++) {
        struct a_tile a = a_tile_load(A, matrix_view(m, k, k), at_2(i * TILE_M, p * TILE_K));
        struct b_tile b = b_tile_load(B, matrix_view(k, n, n), at_2(p * TILE_K, j * TILE_N));
        tile_matmul(a, b, &sum); // sum += a * b
    }
    c_tile_store(C, matrix_view(m, n, n), at_2(i * TILE_M, j * TILE_N), sum);
}

void example_run_gemm(int m, int n, int k, const float *A, const float *B, float *C)
{
    example_gemm<<<dim3(ceil_div(n, TILE_N), ceil_div(m, TILE_M)), TILE_BLOCK>>>(m, n, k, A, B, C);
    CUDA_CHECK_LAUNCH();
}
