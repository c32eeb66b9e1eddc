// SPDX-License-Identifier: MIT
#include "simplify.h"

#include "internal.h"

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

// Exchange sort, as CuTe's: equal strides may change places, and it is seen in the result.
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

static bool coalesce(struct layout *out, const struct layout *l, bool keep_last,
                     struct failure *why)
{
    struct leaves leaves;
    if (!leaves_of(&leaves, l, 0, l->shape.count, keep_last, false, why))
        return false;
    if (keep_last && leaves.count > 0 && l->shape.value[l->shape.count - 1] == 1) {
        // leaves_of() took the last extent as 2.
        leaves.shape[leaves.count - 1] /= 2;
    }
    layout_from_leaves(out, &leaves);
    return true;
}

bool layout_coalesce(struct layout *out, const struct layout *l, struct failure *why)
{
    if (!tracing())
        return coalesce(out, l, false, why);
    trace_enter("coalesce %s", trace_layout(l).text);
    bool ok = coalesce(out, l, false, why);
    trace_leave(ok ? out : NULL);
    return ok;
}

bool layout_coalesce_x(struct layout *out, const struct layout *l, struct failure *why)
{
    return coalesce(out, l, true, why);
}

// ---- By profile ---------------------------------------------------------------------------------

typedef bool simplifier(struct layout *out, const struct layout *l, struct failure *why);

static bool by_profile(struct layout_builder *b, const struct node *shape, const struct layout *l,
                       const struct node *profile, simplifier *simplify, struct failure *why)
{
    struct node ms, mp;
    if (node_is_leaf(profile)) {
        struct layout part, result;
        struct layout_builder bp = build_layout(&part);
        build_layout_node(&bp, shape, l);
        if (!build_layout_done(&bp, why) || !simplify(&result, &part, why))
            return false;
        build_layout_all(b, &result);
        return true;
    }
    int rank = node_rank(shape), wanted = node_rank(profile), cp = profile->begin;
    if (wanted > rank)
        return fail(why, "the profile has %d modes, the layout %d", wanted, rank);
    build_layout_open(b);
    for (int i = 0; i < rank && node_get(shape, i, &ms); i++)
        if (!node_next(profile, &cp, &mp))
            build_layout_node(b, &ms, l);
        else if (!by_profile(b, &ms, l, &mp, simplify, why))
            return false;
    build_layout_close(b);
    return true;
}

static bool simplify_by(struct layout *out, const struct layout *l, const struct int_tuple *profile,
                        simplifier *simplify, struct failure *why)
{
    struct node shape = node_root(&l->shape), p = node_root(profile);
    struct layout_builder b = build_layout(out);
    return by_profile(&b, &shape, l, &p, simplify, why) && build_layout_done(&b, why);
}

bool layout_coalesce_by(struct layout *out, const struct layout *l, const struct int_tuple *profile,
                        struct failure *why)
{
    return simplify_by(out, l, profile, layout_coalesce, why);
}

// ---- Filter -------------------------------------------------------------------------------------

void layout_filter_zeros(struct layout *out, const struct layout *l)
{
    *out = *l;
    for (int i = 0; i < l->shape.count; i++)
        if (l->stride.value[i] == 0)
            out->shape.value[i] = 1;
}

static bool zeros_by(struct int_tuple *shape, const struct node *part, const struct node *profile,
                     struct failure *why)
{
    if (node_is_leaf(profile)) {
        for (int i = part->begin; i < part->end && node_value(profile) == 0; i++)
            shape->value[i] = 1;
        return true;
    }
    if (node_is_leaf(part) || node_rank(part) != node_rank(profile))
        return fail(why, "filter_zeros: the profile does not fit the layout");
    int cs = part->begin, cp = profile->begin;
    struct node ms, mp;
    while (node_next(part, &cs, &ms) && node_next(profile, &cp, &mp))
        if (!zeros_by(shape, &ms, &mp, why))
            return false;
    return true;
}

bool layout_filter_zeros_by(struct layout *out, const struct layout *l,
                            const struct int_tuple *profile, struct failure *why)
{
    struct node shape = node_root(&l->shape), p = node_root(profile);
    *out = *l;
    return zeros_by(&out->shape, &shape, &p, why);
}

bool layout_filter(struct layout *out, const struct layout *l, struct failure *why)
{
    struct leaves leaves;
    if (!leaves_of(&leaves, l, 0, l->shape.count, false, true, why))
        return false;
    layout_from_leaves(out, &leaves);
    return true;
}

bool layout_filter_by(struct layout *out, const struct layout *l, const struct int_tuple *profile,
                      struct failure *why)
{
    return simplify_by(out, l, profile, layout_filter, why);
}
