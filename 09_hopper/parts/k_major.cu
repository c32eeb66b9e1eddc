// SPDX-License-Identifier: MIT
//
// k_major.cu: the copies of k_major.h. Square tiles pass through shared memory, so that reads and
// writes both run along rows.
#include "k_major.h"

#include <stdint.h>

#include "../../common/device/cuda_check.h"
#include "../../common/device/gemm/tf32_parts.h"
#include "../../common/device/gemm/workspace.h"
#include "../../common/device/index.h"

enum { ROW = 128, THREADS = 256 }; // bytes in a row of a tile

static __device__ __forceinline__ void put_8(const struct k_major_copy *c, ptrdiff_t at, uint8_t x)
{
    ((uint8_t *)c->to)[at] = x;
}

static __device__ __forceinline__ void put_32(const struct k_major_copy *c, ptrdiff_t at,
                                              uint32_t x)
{
    ((uint32_t *)c->to)[at] = x;
}

// To the same place in each part of the row.
static __device__ __forceinline__ void put_parts(const struct k_major_copy *c, ptrdiff_t at,
                                                 uint32_t x)
{
    const struct tf32_parts parts = tf32_parts_of(x);
    const bool of_a = c->split == K_MAJOR_PARTS_OF_A;
    const int length = c->to_ld / K_MAJOR_PARTS;
    uint32_t *const to = (uint32_t *)c->to + at;
    to[0] = of_a ? parts.finite : parts.small;
    to[length] = of_a ? parts.small : parts.finite;
    to[2 * length] = parts.big;
}

// Block x copies one square tile. A row in shared memory has one additional word, so that the words
// of a column are in different banks. PARTS: of a row.
#define K_MAJOR_KERNEL(name, type, PUT, PARTS) \
    __global__ void __launch_bounds__(THREADS) name(struct k_major_copy c) \
    { \
        enum { SIZE = (int)sizeof(type), SIDE = ROW / SIZE, DOWN = THREADS / SIDE }; \
        __shared__ type tile[SIDE][SIDE + (int)sizeof(uint32_t) / SIZE]; \
        const int length = c.to_ld / PARTS, across = ceil_div(length, SIDE), \
                  x = (int)threadIdx.x % SIDE, y = (int)threadIdx.x / SIDE; \
        const int row = (int)blockIdx.x / across * SIDE, k = (int)blockIdx.x % across * SIDE; \
        const type *const from = (const type *)c.from; \
        _Pragma("unroll 16") for (int i = 0; i < SIDE; i += DOWN) \
        { \
            const int r = row + (c.transposed ? x : i + y), p = k + (c.transposed ? i + y : x); \
            const ptrdiff_t at = c.transposed ? row_major(p, r, c.ld) : row_major(r, p, c.ld); \
            tile[i + y][x] = r < c.rows && p < c.k ? from[at] : 0; \
        } \
        __syncthreads(); \
        _Pragma("unroll 16") for (int i = 0; i < SIDE; i += DOWN) \
        { \
            if (row + i + y < c.rows && k + x < length) \
                PUT(&c, row_major(row + i + y, k + x, c.to_ld), \
                    c.transposed ? tile[x][i + y] : tile[i + y][x]); \
        } \
    }
K_MAJOR_KERNEL(k_major_8, uint8_t, put_8, 1)
K_MAJOR_KERNEL(k_major_32, uint32_t, put_32, 1)
K_MAJOR_KERNEL(k_major_tf32_parts, uint32_t, put_parts, K_MAJOR_PARTS)

static void start(const struct k_major_copy *c)
{
    if (c->rows == 0)
        return;
    const int length = c->split == K_MAJOR_WHOLE ? c->to_ld : c->to_ld / K_MAJOR_PARTS;
    const int side = ROW / c->element, blocks = ceil_div(c->rows, side) * ceil_div(length, side);
    if (c->split != K_MAJOR_WHOLE)
        k_major_tf32_parts<<<blocks, THREADS>>>(*c);
    else if (c->element == 1)
        k_major_8<<<blocks, THREADS>>>(*c);
    else
        k_major_32<<<blocks, THREADS>>>(*c);
    CUDA_CHECK_LAUNCH();
}

void k_major_copies(struct k_major_copy *a, struct k_major_copy *b)
{
    static char workspace_of_k_major;
    const size_t bytes = k_major_bytes(a) + k_major_bytes(b);
    if (bytes == 0)
        return;
    char *const to = (char *)workspace(&workspace_of_k_major, bytes);
    a->to = a->rows > 0 ? to : NULL;
    b->to = b->rows > 0 ? to + k_major_bytes(a) : NULL;
    start(a);
    start(b);
}
