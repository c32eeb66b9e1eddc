// SPDX-License-Identifier: MIT
//
// predict.h: what the emulated GPU will count in launches of the hierarchy. For the predictions of
// chapters 08 and 10.
#ifndef HIERARCHY_PREDICT_H
#define HIERARCHY_PREDICT_H

#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

// C, when warps with `wn` columns send their sums through shared memory. tiles: of C, bm x bn each.
void hier_count_rows_of_c(struct counts *sum, const struct hier_params *p, long long tiles, int bm,
                          int bn, int wn);

// A launch of 08/7 or later.
struct hier_launch {
    struct copy_tiles tiles;
    int mmas_m, mmas_n; // of a warp
    int stages;
    int done_m, done_n; // elements of C that it leaves out, whole tiles
    long long blocks;   // 0: one for each tile of C
    bool shared_twice;  // the epilogue lies where the stages were: one more barrier
    int sums_ld;        // > 0: plain sums go to whole rows of so many floats, not to C
    bool no_c;          // they go elsewhere, and who asks counts that
};

struct counts hier_predict_launch(const struct gemm_problem *g, const struct hier_launch *l);

// The launch of a plan. p->m and n are not looked at.
struct counts hier_predict_plan(const struct gemm_problem *p, const struct hier_plan *plan,
                                enum copy_way way);

// All launches of a schedule; unknown where it has none.
struct counts hier_predict_schedule(const struct gemm_problem *p, const struct hier_schedule *s,
                                    enum copy_way way);

// The same of f16 by asynchronous copies, and of packing what has to be packed.
struct counts hier_predict_packed(const struct gemm_problem *p, const struct hier_schedule *s);

// What packing (pack_gemm.h) costs; *p becomes what is launched then.
struct counts hier_predict_packing(struct gemm_problem *p);

#ifdef __cplusplus
}
#endif
#endif
