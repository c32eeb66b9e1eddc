// SPDX-License-Identifier: MIT
//
// tile.h: what test_tile.c needs from the kernels in test_tile.cu.
#ifndef TESTS_TILE_H
#define TESTS_TILE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Copies, tile by tile ------------------------------------------------------------------------

// The way of a tile: loaded to registers, to registers and through shared memory, to shared memory,
// to shared memory asynchronously.
enum tile_way { TILE_REGISTERS, TILE_MIGRATED, TILE_SHARED, TILE_ASYNC, TILE_WAYS };

struct tile_array {
    int extent[4];
    ptrdiff_t stride[4];
};

struct tile_type {
    const char *name;
    size_t element;
    int shape[4], threads, vector;
    // in to out, arrays of the same extents and strides; by_element: no vectors.
    void (*copy)(enum tile_way way, int by_element, const struct tile_array *array, const void *in,
                 void *out);
    // Element number of value v of thread t, threads x values of them.
    void (*layout)(int *elements);
    int values;
};

extern const struct tile_type tile_types[];
extern const int tile_type_count;

// ---- Computing -----------------------------------------------------------------------------------

enum { MATH_ROWS = 16, MATH_COLS = 24, MATH_THREADS = 64 };
struct math_complex {
    float re, im, weight; // 12 bytes: no vector
};
struct math_results {
    float sum, max;
    double sum_of_doubles;
    struct math_complex sum_of_structs;
    float added; // by atomic_add_one from each of two blocks
};

// X and Y are m x n, ld n, m <= MATH_ROWS, n <= MATH_COLS: one tile. Z: 5 matrices of m x n:
// squares of X, X - Y, X + Y, 3 X, and beta Z + 2 X. columns: n sums, to which those of X's columns
// are added.
void math_run(int m, int n, const float *X, const float *Y, float beta, float *Z, float *columns,
              struct math_results *results);

// ---- Products ------------------------------------------------------------------------------------

enum { PRODUCTS = 4 };
struct product_shape {
    int m, n, k, threads;
};
extern const struct product_shape product_shapes[PRODUCTS];

// C += A B, then dA += C B^T and dB += A^T C with that C; one tile each, dense.
void product_run(int shape, const float *A, const float *B, float *C, float *dA, float *dB);

enum { MMA_PRODUCTS = 3 };
extern const struct product_shape mma_shapes[MMA_PRODUCTS];
extern const bool mma_trans_b[MMA_PRODUCTS]; // B is stored n x k

// C += 2 A B on tensor cores; A and B are f16, dense.
void mma_run(int shape, const void *A, const void *B, float *C);

#ifdef __cplusplus
}
#endif
#endif
