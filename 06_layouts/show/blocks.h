// SPDX-License-Identifier: MIT
//
// blocks.h: the sum of squares by blocks of several sizes (blocks.cu), for the experiment --blocks.
#ifndef BLOCKS_H
#define BLOCKS_H

#ifdef __cplusplus
extern "C" {
#endif

enum { BLOCK_SHAPES = 10 };

struct block_shape {
    int threads, values; // elements of a thread
    int blocks;          // each does one tile, and one atomic addition
};

// elements > 0.
struct block_shape block_shape(int shape, int elements);

// The sum of the squares of that many elements; both pointers are on the device.
void block_reduce(int shape, int elements, const double *A, double *result);

#ifdef __cplusplus
}
#endif
#endif
