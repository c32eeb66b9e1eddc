// SPDX-License-Identifier: MIT
//
// stream_k.h: the plan of 4_stream_k.
#ifndef SHAPES_STREAM_K_H
#define SHAPES_STREAM_K_H

#include "../../common/device/gemm/hierarchy/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

// CUTLASS's rule, for tiles of 128 x 256 and one block per SM. The tiles that remain after full
// rounds are shared out together with one full round, so that a tile has few parts. If they fill
// more than half of a round, all tiles stay whole: little is lost then, and parts would cost more.
// m, n > 0. It only computes.
struct hier_plan stream_k_plan(const struct hier_device *device, const struct gemm_problem *p);

// For struct step.
bool stream_k_fits(const struct gemm_problem *p, struct failure *why);
double stream_k_workspace(const struct gemm_problem *p);
struct owner stream_k_owner(const struct gemm_problem *p, int row, int col);
struct counts stream_k_predict(const struct gemm_problem *p);
gemm_fn hgemm_stream_k;

#ifdef __cplusplus
}
#endif
#endif
