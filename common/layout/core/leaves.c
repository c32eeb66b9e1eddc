// SPDX-License-Identifier: MIT
#include "leaves.h"

#include <string.h>

#include "../tuple/numbers.h"
#include "tracing.h"

bool leaves_of(struct leaves *out, const struct layout *l, int begin, int end, bool keep_last,
               bool filter, struct failure *why)
{
    const int64_t *shape = l->shape.value, *stride = l->stride.value;
    int n = 0;
    out->marked = l->stride.marked;
    for (int i = begin; i < end; i++) {
        int64_t s = shape[i], next;
        if (keep_last && i == end - 1)
            s = s == 1 ? 2 : s; // the last leaf is open-ended: it stays whatever its extent
        if (s == 1 || (filter && stride[i] == 0))
            continue;
        uint32_t mark = int_tuple_mark(&l->stride, i);
        if (n > 0 && (!out->marked || out->mark[n - 1] == mark) &&
            !__builtin_mul_overflow(out->shape[n - 1], out->stride[n - 1], &next) &&
            next == stride[i]) {
            if (tracing())
                trace_step("%lld:%lld and %lld:%lld continue each other: one leaf",
                           (long long)out->shape[n - 1], (long long)out->stride[n - 1],
                           (long long)s, (long long)stride[i]);
            if (__builtin_mul_overflow(out->shape[n - 1], s, &out->shape[n - 1]) && !keep_last)
                return fail_overflow(why, "coalesce");
            continue;
        }
        out->shape[n] = s;
        out->stride[n] = stride[i];
        if (out->marked)
            out->mark[n] = mark;
        n++;
    }
    out->count = n;
    return true;
}

void layout_from_leaves(struct layout *out, const struct leaves *l)
{
    int n = l->count;
    struct int_tuple *shape = &out->shape, *stride = &out->stride;
    if (n == 0) {
        layout_leaf(out, 1, 0);
        return;
    }
    for (int i = 0; i < n; i++) {
        shape->open[i] = shape->close[i] = stride->open[i] = stride->close[i] = 0;
        shape->value[i] = l->shape[i];
        stride->value[i] = l->stride[i];
    }
    shape->open[0] = shape->close[n - 1] = stride->open[0] = stride->close[n - 1] = n > 1;
    shape->count = stride->count = n;
    shape->marked = false;
    stride->marked = l->marked;
    if (l->marked)
        memcpy(stride->mark, l->mark, (size_t)n * sizeof l->mark[0]);
}

// Exchange sort, like CuTe's: equal strides may change places, which changes the result.
void leaves_sort(const struct leaves *l, int order[LAYOUT_LEAVES])
{
    for (int i = 0; i < l->count; i++)
        order[i] = i;
    for (int i = 0; i < l->count; i++)
        for (int j = i + 1; j < l->count; j++)
            if (l->stride[order[j]] < l->stride[order[i]]) {
                int swap = order[j];
                order[j] = order[i];
                order[i] = swap;
            }
}
