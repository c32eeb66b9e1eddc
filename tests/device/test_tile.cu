// SPDX-License-Identifier: MIT
//
// test_tile.cu: every tile operation in a kernel, for test_tile.c.
#include <cuda_fp16.h>

#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"
#include "tile/tile.h"

#include "../../common/device/tile/mma_layout.h"
#include "../../common/device/tile/tile.h"

// ---- Copies: elements of many kinds, one to four dimensions ----------------------------------------

struct matrix_2x2 {
    float m[2][2];
};

struct record { // 24 bytes: no vector; none of them padding, which copies may leave out
    double weight;
    int number, flags;
    double price;
};

static __device__ __forceinline__ struct matrix_2x2 add_matrices(struct matrix_2x2 x,
                                                                 struct matrix_2x2 y)
{
    for (int i = 0; i < 4; i++)
        x.m[i / 2][i % 2] += y.m[i / 2][i % 2];
    return x;
}

static __device__ __forceinline__ struct record first_record(struct record x, struct record y)
{
    (void)y;
    return x;
}

static __device__ __forceinline__ float2 add_float2(float2 x, float2 y)
{
    return make_float2(x.x + y.x, x.y + y.y);
}

static __device__ __forceinline__ float3 add_float3(float3 x, float3 y)
{
    return make_float3(x.x + y.x, x.y + y.y, x.z + y.z);
}

static __device__ __forceinline__ float4 add_float4(float4 x, float4 y)
{
    return make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
}

static __device__ __forceinline__ half add_half(half x, half y) { return __hadd(x, y); }

static __device__ __forceinline__ unsigned char add_byte(unsigned char x, unsigned char y)
{
    return (unsigned char)(x + y);
}

#define COPY_TYPE row_of_floats
#define COPY_ELEMENT float
#define TILE_SHAPE 96
#define COPY_THREADS 64
#include "tile/copy_body.h"

#define COPY_TYPE floats
#define COPY_ELEMENT float
#define TILE_SHAPE 16, 24
#define COPY_THREADS 64
#include "tile/copy_body.h"

#define COPY_TYPE floats_3d
#define COPY_ELEMENT float
#define TILE_SHAPE 3, 8, 16
#define COPY_THREADS 64
#include "tile/copy_body.h"

#define COPY_TYPE doubles_4d
#define COPY_ELEMENT double
#define TILE_SHAPE 2, 3, 4, 8
#define COPY_THREADS 32
#include "tile/copy_body.h"

#define COPY_TYPE halves
#define COPY_ELEMENT half
#define TILE_SHAPE 8, 64
#define COPY_THREADS 64
#define TILE_ADD add_half
#include "tile/copy_body.h"

#define COPY_TYPE pairs
#define COPY_ELEMENT float2
#define TILE_SHAPE 8, 16
#define COPY_THREADS 32
#define TILE_ADD add_float2
#include "tile/copy_body.h"

#define COPY_TYPE triples
#define COPY_ELEMENT float3
#define TILE_SHAPE 8, 16
#define COPY_THREADS 32
#define TILE_ADD add_float3
#include "tile/copy_body.h"

#define COPY_TYPE quads
#define COPY_ELEMENT float4
#define TILE_SHAPE 4, 8
#define COPY_THREADS 32
#define TILE_ADD add_float4
#include "tile/copy_body.h"

#define COPY_TYPE matrices
#define COPY_ELEMENT struct matrix_2x2
#define TILE_SHAPE 4, 8
#define COPY_THREADS 32
#define TILE_ADD add_matrices
#include "tile/copy_body.h"

#define COPY_TYPE records
#define COPY_ELEMENT struct record
#define TILE_SHAPE 3, 5
#define COPY_THREADS 32
#define TILE_ADD first_record
#include "tile/copy_body.h"

#define COPY_TYPE small
#define COPY_ELEMENT float
#define TILE_SHAPE 8, 4
#define COPY_THREADS 64
#include "tile/copy_body.h"

#define COPY_TYPE swizzled_tile
#define COPY_ELEMENT float
#define TILE_SHAPE 32, 32
#define COPY_THREADS 64
#define TILE_SWIZZLE 3, 2, 3
#include "tile/copy_body.h"

#define COPY_TYPE bytes
#define COPY_ELEMENT unsigned char
#define TILE_SHAPE 8, 32
#define COPY_THREADS 32
#define TILE_ADD add_byte
#include "tile/copy_body.h"

const struct tile_type tile_types[] = {
    row_of_floats_type, floats_type,        floats_3d_type, doubles_4d_type, halves_type,
    pairs_type,         triples_type,       quads_type,     matrices_type,   records_type,
    small_type,         swizzled_tile_type, bytes_type,
};
const int tile_type_count = sizeof tile_types / sizeof *tile_types;

// ---- Computing -------------------------------------------------------------------------------------

#define TILE numbers
#define TILE_ELEMENT float
#define TILE_SHAPE MATH_ROWS, MATH_COLS
#define TILE_THREADS MATH_THREADS
#include "../../common/device/tile/define_tile.h"

#define TILE double_numbers
#define TILE_ELEMENT double
#define TILE_SHAPE MATH_ROWS, MATH_COLS
#define TILE_THREADS MATH_THREADS
#include "../../common/device/tile/define_tile.h"

static __device__ __forceinline__ struct math_complex add_complex(struct math_complex x,
                                                                  struct math_complex y)
{
    x.re += y.re;
    x.im += y.im;
    x.weight += y.weight;
    return x;
}

#define TILE complex_numbers
#define TILE_ELEMENT struct math_complex
#define TILE_SHAPE MATH_THREADS
#define TILE_THREADS MATH_THREADS
#define TILE_ADD add_complex
#include "../../common/device/tile/define_tile.h"

static __device__ __forceinline__ float square(float x) { return x * x; }
static __device__ __forceinline__ float minus(float x, float y) { return x - y; }
static __device__ __forceinline__ float larger(float x, float y) { return x > y ? x : y; }

static __global__ void math(int m, int n, const float *X, const float *Y, float beta, float *Z,
                            float *columns, struct math_results *results)
{
    const struct tile_view view = matrix_view(m, n, n);
    const struct tile_at at = at_2(0, 0);
    const ptrdiff_t size = row_major(m, 0, n);
    struct numbers x = numbers_load(X, view, at), y = numbers_load(Y, view, at);
    const float sum = numbers_sum(x);
    const float max = numbers_reduce(x, larger, -1e30f);
    struct double_numbers d = double_numbers_full(0.5);
    const double sum_of_doubles =
        double_numbers_sum(double_numbers_add(d, double_numbers_scale(2, d)));
    // From threads to a tile and back.
    const struct math_complex mine = {(float)threadIdx.x, 1, 0.5f};
    struct complex_numbers c = complex_numbers_tile(mine);
    const struct math_complex sum_of_structs = complex_numbers_sum(c);
    const struct math_complex back = complex_numbers_untile(complex_numbers_add(c, c));
    numbers_atomic_add_one(&results->added, sum);
    if (back.re != 2 * mine.re || blockIdx.x > 0)
        return;
    numbers_store(Z, view, at, numbers_map(x, square));
    numbers_store(Z + size, view, at, numbers_map2(x, y, minus));
    numbers_store(Z + 2 * size, view, at, numbers_add(x, y));
    numbers_store(Z + 3 * size, view, at, numbers_scale(3, x));
    numbers_store_scaled(Z + 4 * size, view, at, 2, x, beta);
    numbers_atomic_add(columns, matrix_view(m, n, 0), at, x);
    if (threadIdx.x == 0) {
        results->sum = sum;
        results->max = max;
        results->sum_of_doubles = sum_of_doubles;
        results->sum_of_structs = sum_of_structs;
    }
}

void math_run(int m, int n, const float *X, const float *Y, float beta, float *Z, float *columns,
              struct math_results *results)
{
    math<<<2, MATH_THREADS>>>(m, n, X, Y, beta, Z, columns, results);
    CUDA_CHECK_LAUNCH();
}

// ---- Products ----------------------------------------------------------------------------------------

#define PRODUCT_NAME product_0
#define PRODUCT_M 8
#define PRODUCT_N 4
#define PRODUCT_K 8
#define PRODUCT_THREADS 64
#include "tile/product_body.h"

#define PRODUCT_NAME product_1
#define PRODUCT_M 16
#define PRODUCT_N 16
#define PRODUCT_K 16
#define PRODUCT_THREADS 64
#include "tile/product_body.h"

#define PRODUCT_NAME product_2
#define PRODUCT_M 32
#define PRODUCT_N 8
#define PRODUCT_K 16
#define PRODUCT_THREADS 128
#include "tile/product_body.h"

#define PRODUCT_NAME product_3
#define PRODUCT_M 16
#define PRODUCT_N 64
#define PRODUCT_K 4
#define PRODUCT_THREADS 32
#include "tile/product_body.h"

const struct product_shape product_shapes[PRODUCTS] = {
    {8, 4, 8, 64},
    {16, 16, 16, 64},
    {32, 8, 16, 128},
    {16, 64, 4, 32},
};

void product_run(int shape, const float *A, const float *B, float *C, float *dA, float *dB)
{
    void (*const kernels[PRODUCTS])(const float *, const float *, float *, float *, float *) = {
        product_0_kernel, product_1_kernel, product_2_kernel, product_3_kernel};
    kernels[shape]<<<1, product_shapes[shape].threads>>>(A, B, C, dA, dB);
    CUDA_CHECK_LAUNCH();
}

// ---- Products on tensor cores ------------------------------------------------------------------------

#define MMA_NAME mma_0
#define PRODUCT_M 32
#define PRODUCT_N 64
#define PRODUCT_K 32
#define MMA_WM 16
#define MMA_WN 32
#define MMA_THREADS 128
#define MMA_TRANS_B false
#define MMA_SHAPE_B 32, 64
#define MMA_SWIZZLE_A 2, 3, 3
#define MMA_SWIZZLE_B 3, 3, 3
#include "tile/mma_body.h"

#define MMA_NAME mma_1
#define PRODUCT_M 64
#define PRODUCT_N 32
#define PRODUCT_K 64
#define MMA_WM 32
#define MMA_WN 16
#define MMA_THREADS 128
#define MMA_TRANS_B true
#define MMA_SHAPE_B 32, 64
#define MMA_SWIZZLE_A 3, 3, 3
#define MMA_SWIZZLE_B 3, 3, 3
#include "tile/mma_body.h"

#define MMA_NAME mma_2
#define PRODUCT_M 16
#define PRODUCT_N 16
#define PRODUCT_K 16
#define MMA_WM 16
#define MMA_WN 16
#define MMA_THREADS 32
#define MMA_TRANS_B true
#define MMA_SHAPE_B 16, 16
#define MMA_SWIZZLE_A 0, 0, 0
#define MMA_SWIZZLE_B 1, 3, 3
#include "tile/mma_body.h"

const struct product_shape mma_shapes[MMA_PRODUCTS] = {
    {32, 64, 32, 128},
    {64, 32, 64, 128},
    {16, 16, 16, 32},
};
const bool mma_trans_b[MMA_PRODUCTS] = {false, true, true};

void mma_run(int shape, const void *A, const void *B, float *C)
{
    void (*const kernels[MMA_PRODUCTS])(const half *, const half *,
                                        float *) = {mma_0_kernel, mma_1_kernel, mma_2_kernel};
    kernels[shape]<<<1, mma_shapes[shape].threads>>>((const half *)A, (const half *)B, C);
    CUDA_CHECK_LAUNCH();
}
