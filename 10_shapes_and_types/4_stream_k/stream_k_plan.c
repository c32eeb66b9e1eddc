// SPDX-License-Identifier: MIT
//
// stream_k_plan.c: when 4_stream_k cuts tiles, and what follows from that.
#include "../../common/device/gemm/hierarchy/pack_gemm.h"
#include "../../common/device/gemm/hierarchy/predict.h"
#include "stream_k.h"

struct hier_plan stream_k_plan(const struct hier_device *device, const struct gemm_problem *p)
{
    const int k = gemm_read_k(p);
    struct hier_plan plan = {.m = p->m, .n = p->n};
    if (!hier_plan(device, PLAN_128X256, k, false, &plan))
        return plan; // without blocks
    const struct hier_plan whole = plan;
    const int full = plan.share.tiles / device->sms, left = plan.share.tiles % device->sms;
    plan.way = STREAM_K;
    plan.pieces = full > 0 ? 2 : 1;
    if (2 * left > device->sms || !hier_plan(device, PLAN_128X256, k, false, &plan))
        return whole;
    return plan;
}

static struct hier_plan plan_here(const struct gemm_problem *p)
{
    const struct hier_device device = hier_device();
    return stream_k_plan(&device, p);
}

bool stream_k_fits(const struct gemm_problem *p, struct failure *why)
{
    if (!pack_fits(p, why) || p->m == 0 || p->n == 0)
        return p->m == 0 || p->n == 0;
    return plan_here(p).share.blocks > 0 ||
           fail(why, "a tile of 128 x 256 needs more shared memory than a block may have here, "
                     "or C has more than 2^31 - 1 of them");
}

double stream_k_workspace(const struct gemm_problem *p)
{
    if (p->m == 0 || p->n == 0)
        return 0;
    const struct hier_plan plan = plan_here(p);
    return pack_workspace(p) + (double)hier_parts_bytes(&plan);
}

struct owner stream_k_owner(const struct gemm_problem *p, int row, int col)
{
    const struct hier_plan plan = plan_here(p);
    return hier_plan_owner(&plan, p, row, col);
}

struct counts stream_k_predict(const struct gemm_problem *p)
{
    if (p->m == 0 || p->n == 0)
        return (struct counts){0};
    const struct hier_plan plan = plan_here(p);
    const struct hier_schedule one = {.launches = 1, .launch = {plan}};
    return plan.share.blocks > 0 ? hier_predict_packed(p, &one) : counts_unknown();
}
