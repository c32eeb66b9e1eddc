// SPDX-License-Identifier: MIT
//
// predict.h: predicts the emulated GPU's counters for launches of the hierarchy. For chapters 08
// and 10.
#ifndef HIERARCHY_PREDICT_H
#define HIERARCHY_PREDICT_H

#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

// The part of C, if warps with `wn` columns store it through shared memory, in tiles of bm x bn.
void hier_count_rows_of_c(struct counts *sum, const struct hier_params *p, long long tiles, int bm,
                          int bn, int wn);

// A launch of 08/7 or later.
struct hier_launch {
    struct copy_tiles tiles;
    int mmas_m, mmas_n; // of a warp
    int stages;
    int done_m, done_n; // elements of C that it leaves out: whole tiles
    long long blocks;   // 0: one for each tile of C
    bool shared_twice;  // the epilogue reuses the stages' memory: one more barrier
    int sums_ld;        // > 0: plain sums are stored in rows of this many floats, not in C
    bool no_c;          // sums are stored elsewhere, and the caller counts that
};

struct counts hier_predict_launch(const struct gemm_problem *g, const struct hier_launch *l);

// The launch of a plan. p->m and n are ignored.
struct counts hier_predict_plan(const struct gemm_problem *p, const struct hier_plan *plan,
                                enum copy_way way);

// All launches of a schedule; unknown if it has none.
struct counts hier_predict_schedule(const struct gemm_problem *p, const struct hier_schedule *s,
                                    enum copy_way way);

// The same for f16 with asynchronous copies, including the packing of operands.
struct counts hier_predict_packed(const struct gemm_problem *p, const struct hier_schedule *s);

// The packing alone (pack_gemm.h); *p becomes the problem that is launched after it.
struct counts hier_predict_packing(struct gemm_problem *p);

#ifdef __cplusplus
}
#endif
#endif
