// SPDX-License-Identifier: MIT
//
// examples.h: the kernels of the tile text's examples (examples.cu), for examples.c. All arrays are
// on the device, dense, row-major.
#ifndef EXAMPLES_H
#define EXAMPLES_H

#ifdef __cplusplus
extern "C" {
#endif

void example_run_rows(int rows, const float *a, float *b); // rows of 256; b: their sums
// sums: of each 16 x 16 part, added to what is there; rows and cols are multiples of 16.
void example_run_squares(int rows, int cols, const float *a, float *sums);
void example_run_threads(int blocks, float *out); // (2 i + sin i) / 2 for 64 i's a block
void example_run_gemm(int m, int n, int k, const float *A, const float *B, float *C); // C = A B

#ifdef __cplusplus
}
#endif
#endif
