// SPDX-License-Identifier: MIT
#include "kind.h"

const struct kind *kind_of(const struct step *step)
{
    static const struct kind *const kinds[] = {
        [STEP_GEMM] = &kind_gemm,           [STEP_VECTOR] = &kind_vector,
        [STEP_ROW_SUM] = &kind_row_sum,     [STEP_SUM_SQUARES] = &kind_sum_squares,
        [STEP_TRANSPOSE] = &kind_transpose,
    };
    return kinds[step->kind];
}

static double elements(struct shape s) { return (double)s.rows * s.cols; }

double compulsory_bytes(const struct step *step, const struct gemm_problem *p)
{
    const double ab = (double)dtype_size(step->type_ab), c = (double)dtype_size(step->type_c);
    const struct kind *kind = kind_of(step);
    const struct shapes s = kind->shapes(p);
    const bool reads_ab = step->kind != STEP_GEMM || !gemm_only_scales(p);
    return ab * (reads_ab ? elements(s.A) + elements(s.B) : 0) +
           c * elements(s.C) * (kind->reads_c(p) ? 2 : 1);
}
