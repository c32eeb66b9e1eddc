// SPDX-License-Identifier: MIT
#include "product.h"

#include <string.h>

#include "../../09_hopper/11_tuned/tuned.h"
#include "../../common/device/gemm/raster.h"

// Chapter 09's plan for a problem. The choice takes the host longer than a launch, and the next
// product mostly has the same shape, so each thread keeps its last plan.
static const struct tuned_plan *plan_of(const struct gemm_problem *p)
{
    static _Thread_local struct {
        int shape[6];
        struct tuned_plan plan;
    } last;
    const int shape[6] = {p->m, p->n, p->k, p->lda, p->ldb, p->ldc};
    if (memcmp(last.shape, shape, sizeof shape) != 0) { // no product has m = 0
        memcpy(last.shape, shape, sizeof shape);
        last.plan = hopper_tuned_plan(p, HOPPER_C_BF16, raster_places());
    }
    return &last.plan;
}

void product(const struct many_gemm *g, int m, int n, int k, const uint16_t *A, const uint16_t *B,
             float alpha, float beta, uint16_t *C, int ldc)
{
    const struct gemm one = {.problem = {.trans_b = true,
                                         .m = m,
                                         .n = n,
                                         .k = k,
                                         .alpha = alpha,
                                         .beta = beta,
                                         .lda = g->lda,
                                         .ldb = g->ldb,
                                         .ldc = ldc},
                             .A = A,
                             .B = B,
                             .C = C};
    if (m > 0 && n > 0 && !hopper_only_scales(&one, HOPPER_C_BF16))
        tuned_run_bf16(&one, HOPPER_C_BF16, plan_of(&one.problem));
}

void product_add(int m, int n, int k, const uint16_t *A, int lda, const uint16_t *B, int ldb,
                 float alpha, bool more, float *sums)
{
    const struct gemm one = {.problem = {.trans_b = true,
                                         .m = m,
                                         .n = n,
                                         .k = k,
                                         .alpha = alpha,
                                         .beta = more,
                                         .lda = lda,
                                         .ldb = ldb,
                                         .ldc = n},
                             .A = A,
                             .B = B,
                             .C = sums};
    if (m > 0 && n > 0)
        hopper_tuned_bf16(&one);
}
