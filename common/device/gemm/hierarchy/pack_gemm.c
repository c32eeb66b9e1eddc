// SPDX-License-Identifier: MIT
//
// pack_gemm.c: which operands are packed.
#include "pack_gemm.h"

#include <limits.h>

#include "../../index.h"

static struct pack_operand operand(const void *data, int rows, int cols, int ld)
{
    if (rows_are_vectors(data, cols, ld, (int)sizeof(uint16_t), VECTOR_BYTES))
        return pack_nothing();
    return pack_operand(data, rows, cols, ld);
}

void pack_plan(struct pack_operand *a, struct pack_operand *b, const struct gemm *g)
{
    const struct gemm_problem *p = &g->problem;
    const int k = gemm_read_k(p);
    *a = p->trans_a ? operand(g->A, k, p->m, p->lda) : operand(g->A, k > 0 ? p->m : 0, k, p->lda);
    *b = p->trans_b ? operand(g->B, k > 0 ? p->n : 0, k, p->ldb) : operand(g->B, k, p->n, p->ldb);
}

bool pack_fits(const struct gemm_problem *p, struct failure *why)
{
    const int longest = INT_MAX / PACK_ALIGN * PACK_ALIGN;
    const int of_a = p->trans_a ? p->m : p->k, of_b = p->trans_b ? p->k : p->n;
    const int row = of_a > of_b ? of_a : of_b;
    return row <= longest || fail(why, "rows of %d elements: only %d can be packed", row, longest);
}

double pack_workspace(const struct gemm_problem *p)
{
    const struct gemm g = {*p, NULL, NULL, NULL};
    struct pack_operand a, b;
    pack_plan(&a, &b, &g);
    return (double)sizeof(uint16_t) * ((double)pack_elements(&a) + (double)pack_elements(&b));
}

struct gemm pack(const struct gemm *g)
{
    struct gemm packed = *g;
    struct pack_operand a, b;
    pack_plan(&a, &b, g);
    pack_operands(&a, &b);
    if (a.rows > 0) {
        packed.A = a.to;
        packed.problem.lda = a.to_ld;
    }
    if (b.rows > 0) {
        packed.B = b.to;
        packed.problem.ldb = b.to_ld;
    }
    return packed;
}
