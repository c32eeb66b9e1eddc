// SPDX-License-Identifier: MIT
#include "inverse.h"

#include "../core/build.h"
#include "../core/coord.h"
#include "../core/leaves.h"
#include "../tuple/numbers.h"
#include "../core/tracing.h"

// Index in A of the first element along each leaf: products of the extents before it.
static bool prefix_products(int64_t *out, const struct leaves *l, const char *name,
                            struct failure *why)
{
    int64_t product = 1;
    for (int i = 0; i < l->count; i++) {
        out[i] = product;
        bool too_large = __builtin_mul_overflow(product, l->shape[i], &product);
        if (too_large && i + 1 < l->count) // no leaf comes after the last product
            return fail_overflow(why, name);
    }
    return true;
}

static bool right_inverse(struct layout *out, const struct layout *a, struct failure *why)
{
    struct leaves l, r;
    int order[LAYOUT_LEAVES];
    int64_t index[LAYOUT_LEAVES], reached = 1;
    if (!need_integers(a, "right_inverse", why) ||
        !leaves_of(&l, a, 0, a->shape.count, false, false, why) ||
        !prefix_products(index, &l, "right_inverse", why))
        return false;
    leaves_sort(&l, order);
    r.count = 0;
    r.marked = false;
    for (int i = 0; i < l.count; i++) {
        int64_t s = l.shape[order[i]], d = l.stride[order[i]];
        if (d != reached) {
            if (tracing())
                trace_step("leaf %lld:%lld does not begin at %lld: left out", (long long)s,
                           (long long)d, (long long)reached);
            continue;
        }
        if (tracing())
            trace_step("offsets %lld .. come from leaf %lld:%lld, whose steps are %lld elements",
                       (long long)reached, (long long)s, (long long)d, (long long)index[order[i]]);
        if (!leaves_push(&r, s, index[order[i]]) || __builtin_mul_overflow(s, d, &reached))
            return fail_overflow(why, "right_inverse");
    }
    layout_from_leaves(out, &r);
    return true;
}

bool layout_right_inverse(struct layout *out, const struct layout *a, struct failure *why)
{
    if (tracing())
        trace_enter("right_inverse %s", trace_layout(a).text);
    return trace_leave(right_inverse(out, a, why), out);
}

// A(R(A(i))) = A(i) by trying, for layouts whose leaves overlap.
static bool inverts(const struct layout *a, const struct layout *r)
{
    struct failure why;
    int64_t size, offset, index, again;
    if (!layout_size(a, &size, &why) || size > LAYOUT_ENUMERATE)
        return false;
    for (int64_t i = 0; i < size; i++)
        if (!layout_at(a, i, &offset, &why) || !layout_at(r, offset, &index, &why) ||
            !layout_at(a, index, &again, &why) || again != offset)
            return false;
    return true;
}

static bool left_inverse(struct layout *out, const struct layout *a, struct failure *why)
{
    struct leaves l, r;
    int order[LAYOUT_LEAVES];
    int64_t index[LAYOUT_LEAVES], before = 1, stride = 0, end = 1;
    bool overlap = false;
    if (!need_no_negatives(a, "left_inverse", why) ||
        !leaves_of(&l, a, 0, a->shape.count, false, false, why) ||
        !prefix_products(index, &l, "left_inverse", why))
        return false;
    leaves_sort(&l, order);
    r.count = 0;
    r.marked = false;
    for (int i = 0; i < l.count; i++) {
        int64_t s = l.shape[order[i]], d = l.stride[order[i]], quotient;
        if (d == 0)
            continue;
        quotient = divide(d, before);
        if (quotient * before != d)
            return fail(why, "left_inverse: stride %lld is not a multiple of stride %lld",
                        (long long)d, (long long)before);
        overlap = overlap || d < end;
        if (__builtin_mul_overflow(s, d, &end))
            end = INT64_MAX;
        if (tracing())
            trace_step("up to leaf %lld:%lld: %lld / %lld = %lld offsets of stride %lld",
                       (long long)s, (long long)d, (long long)d, (long long)before,
                       (long long)quotient, (long long)stride);
        if (!leaves_push(&r, quotient, stride))
            return fail(why, "left_inverse: the result has more than %d leaves", LAYOUT_LEAVES);
        before = d;
        stride = index[order[i]];
    }
    if (l.count > 0 && !leaves_push(&r, l.shape[order[l.count - 1]], stride))
        return fail(why, "left_inverse: the result has more than %d leaves", LAYOUT_LEAVES);
    layout_from_leaves(out, &r);
    if (overlap && !inverts(a, out))
        return fail(why, "left_inverse: the leaves of %s overlap, and no layout tells them apart",
                    trace_layout(a).text);
    return true;
}

bool layout_left_inverse(struct layout *out, const struct layout *a, struct failure *why)
{
    if (tracing())
        trace_enter("left_inverse %s", trace_layout(a).text);
    return trace_leave(left_inverse(out, a, why), out);
}

bool layout_nullspace(struct layout *out, const struct layout *a, struct failure *why)
{
    struct leaves r = {.count = 0, .marked = false};
    int64_t index = 1;
    for (int i = 0; i < a->shape.count; i++) {
        int64_t extent = a->shape.value[i];
        if (a->stride.value[i] == 0) {
            r.shape[r.count] = extent;
            r.stride[r.count++] = extent == 1 ? 0 : index;
        }
        if (__builtin_mul_overflow(index, extent, &index) && i < a->shape.count - 1)
            return fail_overflow(why, "nullspace");
    }
    layout_from_leaves(out, &r);
    return true;
}
