// SPDX-License-Identifier: MIT
//
// segment.h: work that is not one product, cut into segments: for 10_batched and later.
//
// A segment is a tile of C over all of K of a little product of its own: one of a batch, one of a
// group, or a piece of a large one's K. What differs from segment to segment is where A and B lie
// and how far they go; how a block computes one does not. So a step says only
//
//     WORK                                   its parameters: the kernel's argument
//     int work_count(w)                      how many segments there are
//     struct segment work_segment(w, number, t)
//     void work_store(w, number, rows, acc,  what becomes of a warp's sums: mmas_m x mmas_n
//         mmas_m, mmas_n, row, col)          instructions (literals) from (row, col) of C on;
//         `rows`
//                                            is the warp's part of shared memory
//
// and includes segment_kernels.h. t says what a block copies; k begins with 0 in each segment.
#ifndef HIER_SEGMENT_H
#define HIER_SEGMENT_H

#include "../8_tuned/tuned.h"

struct segment {
    struct gemm_operand A, B; // of the little product
    int row, col;             // where its tile of C begins
    int k_tiles;              // at least one, of zeros where there is no k
};

#ifdef __cplusplus
extern "C" {
#endif

// What a launch of segments needs to know of this GPU: which tile (TUNED_128X128 or TUNED_64X64,
// async: with asynchronous copies) fills it better with `products` tiles of m x n, and how many
// blocks it runs together then. -1: no tile fits into its shared memory.
int segment_configuration(const struct tuned_device *device, long long products, int m, int n,
                          bool async);
int segment_places(const struct tuned_device *device, int configuration);

// For struct step: whether one does.
bool segment_fits(const struct gemm_problem *p, struct failure *why);

#ifdef __cplusplus
}
#endif
#endif
