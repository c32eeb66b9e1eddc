// SPDX-License-Identifier: MIT
//
// per_element.h: the cost, by formulas, if each element of C is computed by one thread that loads
// every element of its row of A and its column of B itself.
//
// Chapters 02 and 03 do this. A step chooses which thread computes which element, in which order
// and in how many blocks; this counts what a warp computes together.
#ifndef COMMON_PREDICT_PER_ELEMENT_H
#define COMMON_PREDICT_PER_ELEMENT_H

#include "../step/step.h"

// A launch of `blocks` blocks of `threads` threads. The 32 lanes of a warp compute a part of C of
// warp_rows x warp_cols elements (smaller at the edges), and C is cut into such parts from (0, 0)
// on. Nothing is counted if C is empty, because then there is no launch. threads is a multiple of
// 32.
struct counts predict_per_element(const struct gemm_problem *p, int warp_rows, int warp_cols,
                                  long long blocks, int threads);

#endif
