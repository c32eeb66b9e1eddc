// SPDX-License-Identifier: MIT
//
// Predicts the counters of steps 7 and 8, by arithmetic alone: of one launch, or of all launches of
// a schedule (common/device/gemm/hierarchy/predict.h).
#include "../../common/device/gemm/hierarchy/predict.h"
#include "../hierarchy.h"

struct counts hier_predict_predicated(const struct gemm_problem *p)
{
    if (p->m == 0 || p->n == 0)
        return (struct counts){0};
    const struct gemm g = {*p, NULL, NULL, NULL};
    const struct hier_launch launch = {
        .tiles = hier_copies(hier_operands_aligned(&g) ? COPY_ASYNC : COPY_STAGED_16, p->trans_b),
        .mmas_m = HIER_MMAS_M,
        .mmas_n = HIER_MMAS_N,
        .stages = HIER_STAGES,
        .shared_twice = true,
    };
    return hier_predict_launch(p, &launch);
}

// The schedule that 8_tuned and 8_converts choose here.
static struct hier_schedule schedule_of(const struct gemm_problem *p, enum copy_way way)
{
    const struct hier_device device = hier_device();
    return hier_choose(&device, p, way != COPY_ASYNC);
}

struct counts hier_predict_tuned(const struct gemm_problem *p)
{
    if (p->m == 0 || p->n == 0)
        return (struct counts){0};
    const struct hier_schedule s = schedule_of(p, COPY_ASYNC);
    return hier_predict_packed(p, &s);
}

static struct counts predict_converts(const struct gemm_problem *p, enum copy_way way)
{
    if (p->m == 0 || p->n == 0)
        return (struct counts){0};
    const struct hier_schedule s = schedule_of(p, way);
    return hier_predict_schedule(p, &s, way);
}

struct counts hier_predict_converts_f32(const struct gemm_problem *p)
{
    return predict_converts(p, COPY_STAGED_F32);
}

struct counts hier_predict_converts_i8(const struct gemm_problem *p)
{
    return predict_converts(p, COPY_STAGED_I8);
}
