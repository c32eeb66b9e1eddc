// SPDX-License-Identifier: MIT
//
// A tape of products: each launch is recorded with its operands. Backwards, the launch of a product
// becomes the launch of its two adjoints, dA += dC B^T and dB += A^T dC.
#include "tape.h"

#include <stdio.h>
#include <stdlib.h>

#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"
#include "../../common/device/tile/tile.h"

enum { TILE_M = 8, TILE_N = 4, TILE_K = 8, THREADS = 64 }; // those of the text's tile_gemm

#define TILE a_tile
#define TILE_ELEMENT float
#define TILE_SHAPE TILE_M, TILE_K
#define TILE_THREADS THREADS
#include "../../common/device/tile/define_tile.h"

#define TILE b_tile
#define TILE_ELEMENT float
#define TILE_SHAPE TILE_K, TILE_N
#define TILE_THREADS THREADS
#include "../../common/device/tile/define_tile.h"

#define TILE c_tile
#define TILE_ELEMENT float
#define TILE_SHAPE TILE_M, TILE_N
#define TILE_THREADS THREADS
#include "../../common/device/tile/define_tile.h"

#define MATMUL tile_matmul
#define MATMUL_A a_tile
#define MATMUL_B b_tile
#define MATMUL_C c_tile
#include "../../common/device/tile/define_matmul.h"

TILE_FUNCTION struct tile_view view_of(struct tape_matrix x)
{
    return matrix_view(x.rows, x.cols, x.cols);
}

__global__ void product(struct tape_matrix a, struct tape_matrix b, struct tape_matrix c)
{
    const int i = blockIdx.y * TILE_M, j = blockIdx.x * TILE_N;
    struct c_tile sum = c_tile_zeros();
    for (int p = 0; p < a.cols; p += TILE_K) {
        struct a_tile x = a_tile_load(a.value, view_of(a), at_2(i, p));
        struct b_tile y = b_tile_load(b.value, view_of(b), at_2(p, j));
        tile_matmul(x, y, &sum);
    }
    c_tile_store(c.value, view_of(c), at_2(i, j), sum);
}

// A block has a tile of dC, and adds its part to a row of tiles of dA and a column of tiles of dB.
__global__ void adjoint_of_product(struct tape_matrix a, struct tape_matrix b, struct tape_matrix c)
{
    const int i = blockIdx.y * TILE_M, j = blockIdx.x * TILE_N;
    const struct c_tile dc = c_tile_load(c.gradient, view_of(c), at_2(i, j));
    for (int p = 0; p < a.cols; p += TILE_K) {
        struct a_tile x = a_tile_load(a.value, view_of(a), at_2(i, p)), dx = a_tile_zeros();
        struct b_tile y = b_tile_load(b.value, view_of(b), at_2(p, j)), dy = b_tile_zeros();
        tile_matmul_adjoint_a(dc, y, &dx);
        tile_matmul_adjoint_b(x, dc, &dy);
        a_tile_atomic_add(a.gradient, view_of(a), at_2(i, p), dx);
        b_tile_atomic_add(b.gradient, view_of(b), at_2(p, j), dy);
    }
}

static dim3 grid_over(struct tape_matrix c)
{
    return dim3(ceil_div(c.cols, TILE_N), ceil_div(c.rows, TILE_M));
}

void tape_gemm(struct tape *tape, struct tape_matrix a, struct tape_matrix b, struct tape_matrix c)
{
    if (tape->count == TAPE_MOST) {
        fprintf(stderr, "tape_gemm: a tape records %d products\n", TAPE_MOST);
        abort();
    }
    product<<<grid_over(c), THREADS>>>(a, b, c);
    CUDA_CHECK_LAUNCH();
    const struct tape_product recorded = {a, b, c};
    tape->products[tape->count++] = recorded;
}

void tape_backward(const struct tape *tape)
{
    for (int i = tape->count - 1; i >= 0; i--) {
        const struct tape_product *p = &tape->products[i];
        adjoint_of_product<<<grid_over(p->c), THREADS>>>(p->a, p->b, p->c);
        CUDA_CHECK_LAUNCH();
    }
}
