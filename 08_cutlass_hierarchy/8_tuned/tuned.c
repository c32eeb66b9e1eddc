// SPDX-License-Identifier: MIT
//
// tuned.c: whether 8_tuned and 8_converts can run a problem, and the workspace that they need.
#include "../../common/device/gemm/hierarchy/pack_gemm.h"
#include "../../common/device/gemm/hierarchy/plan.h"
#include "../hierarchy.h"

bool hier_tuned_fits(const struct gemm_problem *p, struct failure *why)
{
    return pack_fits(p, why) && hier_plan_fits(p, false, why);
}

double hier_tuned_workspace(const struct gemm_problem *p)
{
    return pack_workspace(p) + hier_plan_workspace(p, false);
}

bool converts_fits(const struct gemm_problem *p, struct failure *why)
{
    return hier_plan_fits(p, true, why);
}

double converts_workspace(const struct gemm_problem *p) { return hier_plan_workspace(p, true); }
