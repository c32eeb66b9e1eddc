// SPDX-License-Identifier: MIT
#include "product.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/step/kind.h"

bool product_make(struct product *x, const struct setup *setup, const struct gemm_problem *p,
                  unsigned seed, void *A, void *B, void *C)
{
    const struct gpu_ops *gpu = setup->gpu;
    const int a_rows = p->trans_a ? p->k : p->m, a_cols = p->trans_a ? p->m : p->k;
    const int b_rows = p->trans_b ? p->n : p->k, b_cols = p->trans_b ? p->k : p->n;
    *x = (struct product){.gemm = {*p, A, B, C}, .owns_memory = !C};
    struct gemm_problem *q = &x->gemm.problem;
    q->lda = a_cols > 0 ? a_cols : 1;
    q->ldb = b_cols > 0 ? b_cols : 1;
    q->ldc = p->n > 0 ? p->n : 1;
    if (!matrix_alloc(&x->A, DTYPE_F16, a_rows, a_cols, q->lda) ||
        !matrix_alloc(&x->B, DTYPE_F16, b_rows, b_cols, q->ldb) ||
        !matrix_alloc(&x->C, DTYPE_F32, p->m, p->n, q->ldc) ||
        !matrix_alloc(&x->result, DTYPE_F32, p->m, p->n, q->ldc))
        return false;
    matrix_fill_random(&x->A, 3 * seed + 1);
    matrix_fill_random(&x->B, 3 * seed + 2);
    matrix_fill_random(&x->C, 3 * seed + 3);
    if (x->owns_memory) {
        x->gemm.A = gpu->alloc(matrix_bytes(&x->A));
        x->gemm.B = gpu->alloc(matrix_bytes(&x->B));
        x->gemm.C = gpu->alloc(matrix_bytes(&x->C));
    }
    if (p->k > 0) { // the caller's memory may hold nothing else
        gpu->copy_in((void *)x->gemm.A, x->A.data, matrix_bytes(&x->A));
        gpu->copy_in((void *)x->gemm.B, x->B.data, matrix_bytes(&x->B));
    }
    product_reset(x, setup);
    return step_reference(&x->reference, chapter_step(setup->chapter, 0), q, &x->A, &x->B, &x->C);
}

void product_free(struct product *x, const struct setup *setup)
{
    if (x->owns_memory) {
        setup->gpu->release((void *)x->gemm.A);
        setup->gpu->release((void *)x->gemm.B);
        setup->gpu->release(x->gemm.C);
    }
    matrix_free(&x->A);
    matrix_free(&x->B);
    matrix_free(&x->C);
    matrix_free(&x->result);
    reference_free(&x->reference);
}

void product_reset(const struct product *x, const struct setup *setup)
{
    setup->gpu->copy_in(x->gemm.C, x->C.data, matrix_bytes(&x->C));
}

struct verdict product_verify(struct product *x, const struct setup *setup)
{
    setup->gpu->wait();
    setup->gpu->copy_out(x->result.data, x->gemm.C, matrix_bytes(&x->result));
    return verify_result(&x->reference, &x->result);
}

bool read_number(const char *flag, const char *text, long long least, long long most,
                 long long *value, struct failure *why)
{
    char *end;
    errno = 0;
    *value = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || *value < least || *value > most)
        return fail(why, "%s %s: takes an integer from %lld to %lld", flag, text, least, most);
    return true;
}

bool can_show(const char *flag, const struct gemm_problem *p, const struct setup *setup,
              struct failure *why)
{
    if (p->m == 0 || p->n == 0)
        return fail(why, "%s: C is empty; -m and -n must be at least 1", flag);
    if (setup->format != FORMAT_TABLE)
        return fail(why, "%s: a table for people; leave out --format", flag);
    if (machine_capability(&setup->machine) < 80)
        return fail(why, "%s: needs compute capability 8.0; this GPU has %d.%d", flag,
                    setup->machine.compute_capability / 10, setup->machine.compute_capability % 10);
    return true;
}
