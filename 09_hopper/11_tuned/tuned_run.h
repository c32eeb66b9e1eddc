// SPDX-License-Identifier: MIT
//
// tuned_run.h: from a problem to the kernel of its plan. For the files that have a table of
// kernels.
#ifndef TUNED_RUN_H
#define TUNED_RUN_H

#include "tuned.h"

#include "../../common/device/gemm/raster.h"

#define ONE_EACH(...) +1
enum { SPLITS = TUNED_SPLITS(ONE_EACH) };

// By row of the list: for C in float32, and for C of the type of A and B.
struct kernels {
    tuned_tile_fn *in_32[TUNED_SPLIT], *in_16[TUNED_SPLIT];
    tuned_split_fn *splits[SPLITS];
    few_rows_fn *few_rows;
};

static inline void run(const struct kernels *kernels, const struct gemm *g,
                       enum hopper_type_c type_c, const struct tuned_plan *plan)
{
    static const int sizes[][2] = {
#define SIZE(rows, wide) {rows, wide},
        TUNED_SPLITS(SIZE)
#undef SIZE
    };
    if (plan->kernel < TUNED_SPLIT) {
        (type_c == HOPPER_C_F32 ? kernels->in_32 : kernels->in_16)[plan->kernel](g);
        return;
    }
    if (plan->kernel == TUNED_FEW_ROWS) {
        kernels->few_rows(g, type_c, plan->swapped);
        return;
    }
    int i = 0;
    while (sizes[i][0] != plan->rows || sizes[i][1] != plan->wide)
        i++;
    kernels->splits[i](g, type_c, plan->blocks, plan->swapped);
}

static inline void tuned(const struct gemm *g, enum hopper_type_c type_c,
                         void (*by_plan)(const struct gemm *, enum hopper_type_c,
                                         const struct tuned_plan *))
{
    if (hopper_only_scales(g, type_c))
        return;
    const struct tuned_plan plan = hopper_tuned_plan(&g->problem, type_c, raster_places());
    by_plan(g, type_c, &plan);
}

#endif
