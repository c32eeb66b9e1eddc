// SPDX-License-Identifier: MIT
#include "offset.h"

#include "build.h"
#include "../tuple/numbers.h"

bool layout_offsets_prepare(struct layout_offsets *out, const struct layout *l, struct failure *why)
{
    int64_t low = 0, high = 0, term;
    uint64_t before = 1, stride_before = 0, extent_before = 1;
    if (!need_integers(l, "offsets", why) || !layout_size(l, &out->size, why))
        return false;
    out->count = 0;
    out->step = 0;
    out->small = out->size <= (int64_t)UINT32_MAX + 1;
    for (int i = 0; i < l->shape.count; i++) {
        int64_t extent = l->shape.value[i], stride = l->stride.value[i];
        if (extent <= 1)
            continue;
        if (__builtin_mul_overflow(extent - 1, stride, &term) ||
            __builtin_add_overflow(term, stride < 0 ? low : high, stride < 0 ? &low : &high))
            return fail_overflow(why, "offsets");
        uint64_t weight = (uint64_t)stride - extent_before * stride_before;
        if (before == 1) {
            out->step = (uint64_t)stride;
        } else if (weight != 0) {
            out->divisor[out->count] = before;
            out->inverse[out->count] = UINT64_MAX / before + 1;
            out->weight[out->count++] = weight;
        }
        before *= (uint64_t)extent; // divides the size, which fits
        stride_before = (uint64_t)stride;
        extent_before = (uint64_t)extent;
    }
    return true;
}
