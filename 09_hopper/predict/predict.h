// SPDX-License-Identifier: MIT
//
// predict.h: what a step of chapter 09 costs, by arithmetic alone, and who computes an element.
#ifndef HOPPER_PREDICT_H
#define HOPPER_PREDICT_H

#include "../hopper.h"

#ifdef __cplusplus
extern "C" {
#endif

// All that these depend on but the problem.
struct hopper_plan {
    struct hopper_shape shape;
    int warps;          // of a block
    int loader_first;   // 1: the first warpgroup only loads; else 0
    bool panels;        // blocks take tiles in panels (raster.h); else row by row
    bool persistent;    // as many blocks as run at a time
    bool ring;          // stages are given back by mbarriers
    bool by_mma;        // 1_tma: ldmatrix and mma.sync, and not wgmma
    bool c_by_tma;      // where that is possible
    bool c_by_rows;     // by way of slices, too, where TMA cannot (11_tuned)
    int barriers;       // of the block, once
    int barriers_per_k; // and for each 64 of k
};

struct counts hopper_predict(const struct gemm_problem *p, const struct hopper_plan *plan);
struct owner hopper_owner(const struct gemm_problem *p, const struct hopper_plan *plan, int row,
                          int col);

struct tuned_plan;
struct counts hopper_predict_tuned_plan(const struct gemm_problem *p, enum hopper_type_c type_c,
                                        const struct tuned_plan *plan);

// C = beta C, where nothing is multiplied.
void hopper_count_scaling(struct counts *sum, const struct gemm_problem *p,
                          enum hopper_type_c type);

// Copies by k_major.h have no formula: what they have a part in is not said.
void hopper_hide_copies(struct counts *sum);

// For the table of steps.
#define HOPPER_PREDICTED(step) \
    struct counts hopper_predict_##step(const struct gemm_problem *p); \
    struct owner hopper_owner_##step(const struct gemm_problem *p, int row, int col);
HOPPER_PREDICTED(tma)
HOPPER_PREDICTED(sgemm_tma)
HOPPER_PREDICTED(wgmma)
HOPPER_PREDICTED(wgmma_tma)
HOPPER_PREDICTED(specialized)
HOPPER_PREDICTED(two_consumers)
HOPPER_PREDICTED(persistent)
HOPPER_PREDICTED(lean_loop)
HOPPER_PREDICTED(cluster)
HOPPER_PREDICTED(epilogue)
HOPPER_PREDICTED(tuned)
HOPPER_PREDICTED(tiles)
HOPPER_PREDICTED(packed)
HOPPER_PREDICTED(f16_f16)
HOPPER_PREDICTED(bf16_bf16)
HOPPER_PREDICTED(tf32)
HOPPER_PREDICTED(s8)
HOPPER_PREDICTED(e4m3)
HOPPER_PREDICTED(e4m3_promoted)
HOPPER_PREDICTED(e4m3_scaled)
#undef HOPPER_PREDICTED

#ifdef __cplusplus
}
#endif
#endif
