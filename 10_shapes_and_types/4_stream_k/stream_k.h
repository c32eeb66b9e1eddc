// SPDX-License-Identifier: MIT
//
// stream_k.h: the plan of 4_stream_k.
#ifndef SHAPES_STREAM_K_H
#define SHAPES_STREAM_K_H

#include "../../common/device/gemm/hierarchy/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

// CUTLASS's rule, for tiles of 128 x 256 and one block on each SM. What is left over behind full
// rounds is shared out together with one full round, so that a tile has few parts; but nothing is,
// where it fills more than half of a round: then little is lost, and parts cost more. m, n > 0.
// Arithmetic alone.
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
