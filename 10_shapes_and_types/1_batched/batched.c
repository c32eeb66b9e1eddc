// SPDX-License-Identifier: MIT
//
// batched.c: which batches are valid.
#include "batched.h"

#include <limits.h>
#include <stdlib.h>

#include "../../common/device/gemm/hierarchy/segment.h"
#include "../../common/device/index.h"

// Do two C's that begin `apart` elements from each other share an element? Row i of one and row j
// of the other do if their beginnings are less than a row apart: apart + (i - j) ldc.
static bool overlap(long long apart, const struct gemm_problem *p)
{
    const long long ld = p->ldc, up = apart / ld; // rows that bring them closest, and one more
    for (long long rows = up; rows <= up + 1; rows++)
        if (rows < p->m && llabs(apart - rows * ld) < p->n)
            return true;
    return false;
}

bool batched_check(const struct gemm_problem *p, const struct batch *b, struct failure *why)
{
    if (b->count < 1)
        return fail(why, "a batch of %d products: at least 1 is needed", b->count);
    if ((b->A || b->B || b->C) && !(b->A && b->B && b->C))
        return fail(why, "arrays of pointers: all of A, B and C are needed, or none");
    if (p->m == 0 || p->n == 0 || b->C)
        return true;
    for (int i = 1; i < b->count; i++)
        if (overlap(llabs((long long)b->stride_c * i), p))
            return fail(why,
                        "a stride of %td: C number %d would overlap C number 0 (%d rows of %d, "
                        "ld %d)",
                        b->stride_c, i, p->m, p->n, p->ldc);
    const double tiles = ((double)p->m / 64 + 1) * ((double)p->n / 64 + 1) * b->count;
    return tiles <= INT_MAX ||
           fail(why, "%d products of %d x %d: more than %d tiles", b->count, p->m, p->n, INT_MAX);
}

// Do all matrices have the alignment that cp.async needs?
static bool aligned(const struct gemm *g, const struct batch *b)
{
    return hier_operands_aligned(g) &&
           (b->A ? b->vectors : b->stride_a % F16_VECTOR == 0 && b->stride_b % F16_VECTOR == 0);
}

struct batch_plan batch_plan(const struct gemm *g, const struct batch *b)
{
    const struct gemm_problem *p = &g->problem;
    const struct hier_device device = hier_device();
    struct batch_plan plan = {.async = aligned(g, b)};
    plan.configuration = segment_configuration(&device, b->count, p->m, p->n, plan.async);
    if (plan.configuration < 0)
        return plan;
    const struct hier_configuration *c = &hier_configurations[plan.configuration];
    const long long tiles = (long long)ceil_div(p->m, configuration_bm(c)) *
                            ceil_div(p->n, configuration_bn(c)) * b->count;
    plan.places = segment_places(&device, plan.configuration);
    plan.blocks = tiles < plan.places ? (int)tiles : plan.places;
    return plan;
}

ptrdiff_t batch_row_of_a(const struct gemm_problem *p, int row)
{
    return p->trans_a ? row : row_major(row, 0, p->lda);
}

struct batch batch_of_slabs(const struct gemm_problem *p, int count)
{
    return (struct batch){
        .count = count,
        .stride_a = batch_row_of_a(p, BATCH_ROWS),
        .stride_c = row_major(BATCH_ROWS, 0, p->ldc),
    };
}
