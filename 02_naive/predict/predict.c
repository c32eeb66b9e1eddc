// SPDX-License-Identifier: MIT
//
// What the steps of chapter 02 cost, by arithmetic alone.
//
// A block of 16 x 16 threads is 8 warps, and the 32 threads of a warp own a part of C: the two
// steps differ in its shape alone, 16 x 2 (1_uncoalesced) or 2 x 16 (2_coalesced).
// common/predict/per_element.c counts what a part of that shape costs.
#include "../../common/device/index.h"
#include "../../common/predict/per_element.h"
#include "../naive.h"

enum { WARP = 32 };

static struct counts predict(const struct gemm_problem *p, int warp_rows, int warp_cols)
{
    const long long blocks = (long long)ceil_div(p->m, NAIVE_BLOCK) * ceil_div(p->n, NAIVE_BLOCK);
    return predict_per_element(p, warp_rows, warp_cols, blocks, NAIVE_BLOCK * NAIVE_BLOCK);
}

struct counts naive_predict_uncoalesced(const struct gemm_problem *p)
{
    return predict(p, NAIVE_BLOCK, WARP / NAIVE_BLOCK);
}

struct counts naive_predict_coalesced(const struct gemm_problem *p)
{
    return predict(p, WARP / NAIVE_BLOCK, NAIVE_BLOCK);
}
