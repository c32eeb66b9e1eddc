// SPDX-License-Identifier: MIT
//
// few_rows.h: how 14_few_rows divides its work: for its kernels, its prediction and 11_tuned's
// plan.
#ifndef HOPPER_FEW_ROWS_H
#define HOPPER_FEW_ROWS_H

#include "../hopper.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { FEW_MOST_ROWS = 16 };            // of A, at most
enum { FEW_WARPS = 8, FEW_GROUP = 8 };  // of a block; rows of A that a product takes
enum { FEW_VECTOR = 8, FEW_WORDS = 4 }; // of 16 bytes: elements, registers
enum { FEW_IN_FLIGHT = 16 };            // vectors of B that a lane loads before it multiplies
enum { FEW_PITCH = 65 };                // of the sums' rows in shared memory
enum { FEW_LONGEST_K = 1 << 30 };

// A step of a warp: this many columns of C, this many of k, and a lane's vectors of B, each 8 of k
// (k_major: B is n x k) or 8 columns of C.
LAYOUT_INLINE int few_cols(bool k_major) { return k_major ? 16 : 64; }
LAYOUT_INLINE int few_k(bool k_major) { return k_major ? 32 : 16; }
LAYOUT_INLINE int few_vectors(bool k_major) { return k_major ? 2 : 4; }
LAYOUT_INLINE int few_products(bool k_major) { return k_major ? 2 : 4; } // with each 8 rows of A

// The roles that A and B have. swapped: C transposed = B transposed A transposed. A row of k
// elements may be stored as a column without gaps: then it is taken as a row.
struct gemm few_roles(const struct gemm *g, bool swapped);
// B in whole vectors, and A, too, if k runs along its rows: otherwise they are packed.
struct hopper_operands few_operands(const struct gemm *roles);
bool few_takes(const struct gemm_problem *roles);

typedef void few_rows_fn(const struct gemm *g, enum hopper_type_c type_c, bool swapped);
few_rows_fn few_rows_f16, few_rows_bf16;

#ifdef __cplusplus
}
#endif
#endif
