// SPDX-License-Identifier: MIT
//
// matrix.h: a matrix in host memory, row-major.
//
//     struct matrix A;
//     if (!matrix_alloc(&A, DTYPE_F32, m, k, lda))
//         ... not enough memory
//     matrix_fill_random(&A, seed);
//     matrix_free(&A);
#ifndef COMMON_MATRIX_H
#define COMMON_MATRIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dtype.h"

#ifdef __cplusplus
extern "C" {
#endif

// Scales of blocks of a matrix: the value of element (i, j) is the stored value times value[i /
// rows * down + j / cols * right].
struct block_scales {
    float *value; // NULL: none
    size_t count;
    int rows, cols; // of a block
    ptrdiff_t down, right;
};

// Element (i, j) is data[i * ld + j], ld >= cols. The ld - cols elements between two rows belong to
// the allocation, not to the matrix.
struct matrix {
    enum dtype type;
    int rows, cols, ld;
    void *data;
    struct block_scales scales; // scales.h
};

// Bytes of rows x ld elements; SIZE_MAX if size_t cannot hold the number.
size_t matrix_bytes_of(enum dtype type, int rows, int ld);
size_t matrix_bytes(const struct matrix *M);
// From the first to the last element: without the gap after the last row.
size_t matrix_used_bytes(const struct matrix *M);

// Owns its memory, which starts on a 64-byte boundary (a cache line, an AVX-512 register) and is
// not initialised. False if there is not enough. rows, cols >= 0.
bool matrix_alloc(struct matrix *M, enum dtype type, int rows, int cols, int ld);
void matrix_free(struct matrix *M); // also fine for a matrix that is all zero

// The address of element (row, col).
void *matrix_at(const struct matrix *M, int row, int col);

// `count` elements of a row, or one, beginning at (row, col), as float64: exact, with their scales.
// matrix_set() stores one, rounded, without scales.
void matrix_row(const struct matrix *M, int row, int col, size_t count, double *to);
double matrix_get(const struct matrix *M, int row, int col);
void matrix_set(struct matrix *M, int row, int col, double value);

// Every byte of the allocation, including the memory between rows.
void matrix_fill_bytes(struct matrix *M, unsigned char byte);

// All elements, not the memory between rows.
void matrix_fill(struct matrix *M, double value);

// Normally distributed N(0,1) for the floating-point types, integers from -8 to 8 for the other
// types. Random data and never zeros, because a GPU draws less power for zeros and then runs
// faster. The value of an element depends only on seed, row, column and number of columns, so the
// same request gives the same matrix for any ld and any number of cores.
void matrix_fill_random(struct matrix *M, uint64_t seed);

// All elements: whole numbers from -2 to 2, never 0, because 0 would hide the other factor. Sums of
// hundreds of their products are exact in every type, in every order.
void matrix_fill_integers(struct matrix *M, uint64_t seed);

// Copies the elements, without scales; both have the same rows and cols, and may differ in type and
// ld.
void matrix_copy(struct matrix *to, const struct matrix *from);

#ifdef __cplusplus
}
#endif
#endif
