// SPDX-License-Identifier: MIT
//
// batched.h: many products of one shape in one launch (cuBLAS: GemmStridedBatchedEx and
// GemmBatchedEx; CUTLASS: GemmBatched and GemmArray).
#ifndef SHAPES_BATCHED_H
#define SHAPES_BATCHED_H

#include "../../common/base/failure.h"
#include "../../common/device/gemm/hierarchy/params.h"

#ifdef __cplusplus
extern "C" {
#endif

// C[i] = alpha A[i] op(B[i]) + beta C[i], i < count: all of one shape, with the same ld.
struct batch {
    int count;
    // Matrix i begins this many elements after matrix i - 1. For A and B 0 is allowed: one matrix
    // for all.
    ptrdiff_t stride_a, stride_b, stride_c;
    // Or at an address from an array in device memory. Then the problem's own A, B and C and the
    // strides are ignored. The C's must not overlap; batched_check() cannot check this.
    const void *const *A, *const *B;
    float *const *C;
    bool vectors; // of arrays: all pointers are multiples of 16 bytes
};

// False, with a reason: no products; only one or two of the three arrays; a stride with which two
// C's would share elements.
bool batched_check(const struct gemm_problem *p, const struct batch *batch, struct failure *why);

// Launches the kernel and does not wait. If batched_check() rejects the call, the program ends with
// a message before anything is written.
void batched_gemm(const struct gemm *g, const struct batch *batch);

// How batched_gemm() launches it: which copies, which tiles of the table of plans (-1: none fits
// this GPU), how many blocks. m, n > 0.
struct batch_plan {
    bool async;
    int configuration, places, blocks;
};
struct batch_plan batch_plan(const struct gemm *g, const struct batch *batch);

// The step: slabs of BATCH_ROWS rows of A, each a product with the same B (a stride of 0), and the
// remaining rows as a batch of one.
enum { BATCH_ROWS = 128 };
gemm_fn hgemm_batched;
ptrdiff_t batch_row_of_a(const struct gemm_problem *p, int row); // elements before it
struct batch batch_of_slabs(const struct gemm_problem *p, int count);
struct owner batched_owner(const struct gemm_problem *p, int row, int col);
struct counts batched_predict(const struct gemm_problem *p);

#ifdef __cplusplus
}
#endif
#endif
