// SPDX-License-Identifier: MIT
#include "simplify.h"

#include "../core/build.h"
#include "../core/leaves.h"
#include "../core/tracing.h"

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
    if (tracing())
        trace_enter("coalesce %s", trace_layout(l).text);
    return trace_leave(coalesce(out, l, false, why), out);
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
