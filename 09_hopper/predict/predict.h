// SPDX-License-Identifier: MIT
//
// predict.h: the cost of a step of chapter 09, by arithmetic alone, and which block and thread
// compute an element.
#ifndef HOPPER_PREDICT_H
#define HOPPER_PREDICT_H

#include "../hopper.h"

#ifdef __cplusplus
extern "C" {
#endif

// What these depend on, except the problem.
struct hopper_plan {
    struct hopper_shape shape;
    int warps;          // of a block
    int loader_first;   // 1: the first warpgroup only loads; else 0
    bool panels;        // tiles are ordered in panels (raster.h), otherwise row by row
    bool persistent;    // as many blocks as run at a time
    bool ring;          // stages are released by mbarriers
    bool by_mma;        // 1_tma: ldmatrix and mma.sync, and not wgmma
    bool c_by_tma;      // if possible
    bool c_by_rows;     // through slices even if TMA cannot store (11_tuned)
    bool one_buffer;    // of a warpgroup for slices, not two
    int barriers;       // of the block, once
    int barriers_per_k; // and for each 64 of k
};

struct counts hopper_predict(const struct gemm_problem *p, const struct hopper_plan *plan);
struct owner hopper_owner(const struct gemm_problem *p, const struct hopper_plan *plan, int row,
                          int col);

// Of the kernels of 14_few_rows, which 11_tuned chooses, too.
struct counts hopper_predict_few_plan(const struct gemm_problem *p, enum hopper_type_c type_c,
                                      bool swapped);
struct owner hopper_owner_few_plan(const struct gemm_problem *p, bool swapped, int row, int col);

struct tuned_plan;
struct counts hopper_predict_tuned_plan(const struct gemm_problem *p, enum hopper_type_c type_c,
                                        const struct tuned_plan *plan);

// C = beta C, if nothing is multiplied.
void hopper_count_scaling(struct counts *sum, const struct gemm_problem *p,
                          enum hopper_type_c type);

// The copies of k_major.h have no formula, so counters that they contribute to are not predicted.
void hopper_hide_copies(struct counts *sum);

// For the table of steps (main.c).
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
HOPPER_PREDICTED(3xtf32)
HOPPER_PREDICTED(few_rows)
#undef HOPPER_PREDICTED

#ifdef __cplusplus
}
#endif
#endif
