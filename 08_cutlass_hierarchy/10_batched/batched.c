// SPDX-License-Identifier: MIT
//
// batched.c: which batches make sense.
#include "batched.h"

#include <limits.h>
#include <stdlib.h>

// Do C's that begin `apart` elements from each other share one? Row i of the one and row j of the
// other do where their beginnings are less than a row apart: apart + (i - j) ldc.
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
