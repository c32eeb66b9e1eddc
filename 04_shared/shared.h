// SPDX-License-Identifier: MIT
//
// shared.h: the steps of chapter 04. A block fetches its panels of A and B into shared memory.
#ifndef SHARED_H
#define SHARED_H

#include "../common/step/step.h"

// A block of SHARED_BN x SHARED_BM threads computes SHARED_BM x SHARED_BN elements of C, one each,
// from a panel of SHARED_BM rows of A and one of SHARED_BN columns of B. 32 x 32 = 1024 threads is
// the largest block there is, and a row of it is a warp.
enum { SHARED_BM = 32, SHARED_BN = 32 };

// How deep the panels are from step 2 on: both take 32 KiB, which any GPU gives without asking,
// and so do the 33 KiB with padding. A multiple of 32, as many rows as there are banks.
enum { SHARED_BK = 128 };

// One launch covers no more rows than these: gridDim.y ends at 65535 (gridDim.x at 2^31 - 1), and
// a quarter of that keeps any GPU busy.
enum { SHARED_MAX_ROWS = 16384 * SHARED_BM };

#ifdef __cplusplus
extern "C" {
#endif

sgemm_nn_fn shared_panel, shared_bank_conflicts, shared_padded, shared_swizzled;

// What the emulated GPU will count (predict.c).
struct counts shared_predict_panel(const struct gemm_problem *p);
struct counts shared_predict_bank_conflicts(const struct gemm_problem *p);
struct counts shared_predict_padded(const struct gemm_problem *p);
struct counts shared_predict_swizzled(const struct gemm_problem *p);

// ---- The limit of 1_panel (limit.c) --------------------------------------------------------------

// Bytes of shared memory that the panels of a block take when they are k deep.
size_t shared_panel_bytes(int k);

// Whether the panels of this problem fit into the shared memory that a block of this GPU may have.
// False with a line that says how much they need, how much there is, and which k would do.
bool shared_panel_fits(const struct gemm_problem *p, struct failure *why);

// Asks for so many bytes of dynamic shared memory for the kernel, which may be more than the
// 48 KiB that any kernel may have. Ends the program, with the line of shared_panel_fits and exit
// status 1, where this GPU has fewer.
void shared_panel_allow(const void *kernel, size_t bytes);

extern const struct chapter chapter_04_shared;

#ifdef __cplusplus
}
#endif
#endif
