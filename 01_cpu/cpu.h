// SPDX-License-Identifier: MIT
//
// cpu.h: the steps of chapter 01. Each computes C = alpha A B + beta C for row-major matrices:
// A is m x k, B is k x n, C is m x n, and an ld is the distance between the starts of two rows.
#ifndef CPU_H
#define CPU_H

#include "../common/step/step.h"

sgemm_nn_fn cpu_triple_loop, cpu_row_streaming, cpu_cache_blocks, cpu_four_rows, cpu_outer_product,
    cpu_register_tile, cpu_k_blocks, cpu_packed, cpu_c_prefetch, cpu_threads, cpu_tuned;

// Step 12, for float64: no row in the table, whose steps are all float32.
typedef void dgemm_nn_fn(int m, int n, int k, double alpha, const double *A, int lda,
                         const double *B, int ldb, double beta, double *C, int ldc);
dgemm_nn_fn cpu_tuned_f64;

extern const struct chapter chapter_01_cpu;

#endif
