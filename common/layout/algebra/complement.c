// SPDX-License-Identifier: MIT
#include "complement.h"

#include "../core/build.h"
#include "../core/leaves.h"
#include "../tuple/numbers.h"
#include "../core/tracing.h"

// How many times `room` fits into the target, rounded up. A tuple is divided from left to right, as
// in CuTe. This may stop short of the end (3,3,2 by 12), and then the integer is right (if
// short_too is set, that is accepted).
static bool target_over(int64_t *out, const struct int_tuple *target, int64_t room, bool short_too,
                        struct failure *why)
{
    int64_t size, rest = room, folded = 1, reach;
    struct node root = node_root(target);
    if (!node_product(&root, &size))
        return fail_overflow(why, "complement");
    if (size < 0 || room <= 0)
        return fail(why, "complement: there is nothing to fill up to %lld", (long long)size);
    if (node_is_leaf(&root)) {
        *out = divide_up(size, room);
        return true;
    }
    for (int i = 0; i < target->count && size > 0; i++) {
        int64_t extent = target->value[i];
        folded *= divide_up(extent, rest); // at most size
        rest = divide_up(rest, extent);
    }
    if (__builtin_mul_overflow(folded, room, &reach))
        reach = INT64_MAX;
    *out = reach >= size || short_too ? folded : divide_up(size, room);
    if (tracing() && reach < size)
        trace_step("mode by mode %lld copies of %lld would stop at %lld of %lld: take %lld",
                   (long long)folded, (long long)room, (long long)reach, (long long)size,
                   (long long)*out);
    return true;
}

// target NULL: the cosize of the filtered layout.
static bool complement(struct layout *out, const struct layout *a, const struct int_tuple *target,
                       bool short_too, struct failure *why)
{
    struct leaves l, r;
    int order[LAYOUT_LEAVES];
    int64_t room = 1, rest = 1, cosize = 1;
    if (!need_no_negatives(a, "complement", why) ||
        !leaves_of(&l, a, 0, a->shape.count, false, true, why))
        return false;
    r.count = 0;
    r.marked = false;
    for (int i = 0; i < l.count; i++) { // insertion: equal strides keep their order
        int k = i;
        for (; k > 0 && l.stride[order[k - 1]] > l.stride[i]; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
    for (int i = 0; i < l.count; i++) {
        int64_t s = l.shape[order[i]], d = l.stride[order[i]], gap = divide(d, room), term;
        if (s == 0)
            return fail(why, "complement: an extent is 0");
        if (gap == 0)
            return fail(why,
                        "complement: leaf %lld:%lld begins within what smaller strides cover (%lld "
                        "elements): an offset is visited twice",
                        (long long)s, (long long)d, (long long)room);
        if (tracing())
            trace_step("before leaf %lld:%lld: %lld / %lld = %lld copies of %lld elements",
                       (long long)s, (long long)d, (long long)d, (long long)room, (long long)gap,
                       (long long)room);
        if (!leaves_push(&r, gap, room))
            return fail(why, "complement: the result has more than %d leaves", LAYOUT_LEAVES);
        if (__builtin_mul_overflow(s - 1, d, &term) ||
            __builtin_add_overflow(cosize, term, &cosize) || __builtin_mul_overflow(s, d, &room))
            return fail_overflow(why, "complement");
    }
    if (target == NULL)
        rest = divide_up(cosize, room);
    else if (!target_over(&rest, target, room, short_too, why))
        return false;
    if (tracing())
        trace_step("beyond: %lld copies of %lld elements", (long long)rest, (long long)room);
    if (!leaves_push(&r, rest, room))
        return fail(why, "complement: the result has more than %d leaves", LAYOUT_LEAVES);
    layout_from_leaves(out, &r);
    return true;
}

bool layout_complement(struct layout *out, const struct layout *a, const struct int_tuple *target,
                       struct failure *why)
{
    if (tracing())
        trace_enter("complement %s up to %s", trace_layout(a).text,
                    target != NULL ? trace_tuple(target).text : "its cosize");
    return trace_leave(complement(out, a, target, false, why), out);
}

bool layout_ceil_div(struct layout *out, const struct int_tuple *shape, const struct layout *tile,
                     struct failure *why)
{
    return complement(out, tile, shape, true, why);
}
