// SPDX-License-Identifier: MIT
//
// blocks.h: the sum of squares by blocks of several sizes (blocks.cu), for the experiment --blocks.
#ifndef BLOCKS_H
#define BLOCKS_H

#ifdef __cplusplus
extern "C" {
#endif

struct block_kernel {
    const char *name;
    int threads, values; // of a block; elements of a thread
    int by_element;      // an atomic addition for each element, not for each block
};

extern const struct block_kernel block_kernels[];
extern const int block_kernel_count;

// Blocks of the launch for that many elements, > 0.
int block_count(int kernel, int elements);

// The sum of the squares of A's rows x cols elements, dense; both pointers are on the device.
void block_reduce(int kernel, int rows, int cols, const double *A, double *result);

#ifdef __cplusplus
}
#endif
#endif
