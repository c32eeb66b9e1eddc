// SPDX-License-Identifier: MIT
//
// naive.h: the steps of chapter 02. One thread computes one element of C.
#ifndef NAIVE_H
#define NAIVE_H

#include "../common/step/step.h"

// A block has NAIVE_BLOCK x NAIVE_BLOCK threads and computes as many elements of C.
// 16 x 16 = 256 threads: 8 warps, and 8 such blocks fill the 2048 threads of an SM.
enum { NAIVE_BLOCK = 16 };

// gridDim.y ends at 65535 (gridDim.x at 2^31 - 1), so one launch covers no more rows than these.
enum { NAIVE_MAX_ROWS = 65535 * NAIVE_BLOCK };

#ifdef __cplusplus
extern "C" {
#endif

sgemm_nn_fn naive_uncoalesced, naive_coalesced;

// What the emulated GPU will count (predict.c).
struct counts naive_predict_uncoalesced(const struct gemm_problem *p);
struct counts naive_predict_coalesced(const struct gemm_problem *p);

// How many blocks of naive_coalesced an SM runs at a time: its occupancy, in blocks.
int naive_blocks_per_sm(void);

// The experiment --waves.
int naive_waves(const struct gemm_problem *p, const struct setup *setup);

extern const struct chapter chapter_02_naive;

#ifdef __cplusplus
}
#endif
#endif
