// SPDX-License-Identifier: MIT
//
// few_rows.c: the operands of 14_few_rows.
#include "few_rows.h"

#include "../11_tuned/tuned.h"

struct gemm few_roles(const struct gemm *g, bool swapped)
{
    struct gemm roles = swapped ? tuned_swapped(g) : *g;
    struct gemm_problem *const p = &roles.problem;
    if (p->m == 1 && p->trans_a && p->lda == 1)
        p->trans_a = false, p->lda = p->k;
    return roles;
}

struct hopper_operands few_operands(const struct gemm *roles)
{
    const struct gemm_problem *const p = &roles->problem;
    struct hopper_operands o = {.b = hopper_operand(roles, true, true, WGMMA_OF_F16)};
    if (p->trans_a) // element by element
        o.a = (struct hopper_operand){
            .data = roles->A, .rows = p->k, .cols = p->m, .ld = p->lda, .k_major = false};
    else
        o.a = hopper_operand(roles, false, true, WGMMA_OF_F16);
    return o;
}

bool few_takes(const struct gemm_problem *roles)
{
    return roles->m <= FEW_MOST_ROWS && roles->k <= FEW_LONGEST_K;
}

bool hopper_fits_few_rows(const struct gemm_problem *p, struct failure *why)
{
    if (!few_takes(p))
        return fail(why, "this step is for at most %d rows of C", FEW_MOST_ROWS);
    return hopper_fits(p, why);
}
