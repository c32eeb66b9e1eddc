// SPDX-License-Identifier: MIT
//
// params.c: values that the host computes once, for all threads.
#include "../../index.h"
#include "params.h"
#include "predicated_copy.h"

enum { FLOAT = (int)sizeof(float), F16 = (int)sizeof(uint16_t) };

static struct gemm_operand operand(const void *data, int rows, int cols, int ld,
                                   struct copy_shape s)
{
    return gemm_operand(data, rows, cols, ld, s.rows, s.cols, copy_rows(s), s.k_major);
}

struct hier_params hier_params(struct copy_tiles t, const struct gemm *g)
{
    const struct gemm_problem *p = &g->problem;
    const int k = gemm_read_k(p), k_tiles = ceil_div(k, t.bk);
    return (struct hier_params){
        .m = p->m,
        .n = p->n,
        .tiles_m = ceil_div(p->m, t.bm),
        .tiles_n = ceil_div(p->n, t.bn),
        .k_tiles = k_tiles > 0 ? k_tiles : 1,
        .panel = 1,
        .alpha = k > 0 ? (float)p->alpha : 0,
        .beta = (float)p->beta,
        .A = operand(g->A, t.trans_a ? k : p->m, t.trans_a ? p->m : k, p->lda, copy_of_a(t)),
        .B = operand(g->B, t.trans_b ? p->n : k, t.trans_b ? k : p->n, p->ldb, copy_of_b(t)),
        .C = g->C,
        .ldc = p->ldc,
        .vectors = rows_are_vectors(g->C, p->n, p->ldc, FLOAT, 4 * FLOAT),
    };
}

bool hier_operands_aligned(const struct gemm *g)
{
    const struct gemm_problem *p = &g->problem;
    const int k = gemm_read_k(p);
    return rows_are_vectors(g->A, p->trans_a ? p->m : k, p->lda, F16, VECTOR_BYTES) &&
           rows_are_vectors(g->B, p->trans_b ? k : p->n, p->ldb, F16, VECTOR_BYTES);
}

bool hier_aligned(const struct gemm *g)
{
    const struct gemm_problem *p = &g->problem;
    return hier_operands_aligned(g) && rows_are_vectors(g->C, p->n, p->ldc, FLOAT, 2 * FLOAT);
}
