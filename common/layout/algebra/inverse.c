// SPDX-License-Identifier: MIT
#include "inverse.h"

#include "compose.h"
#include "internal.h"
#include "simplify.h"

// ---- Complement ---------------------------------------------------------------------------------

// How many times `room` fits into the target, rounded up. A tuple is divided from left to right,
// as CuTe divides it; that may stop short of the end (3,3,2 by 12), and then the integer is right
// (with short_too: not minded).
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
    if (!tracing())
        return complement(out, a, target, false, why);
    trace_enter("complement %s up to %s", trace_layout(a).text,
                target != NULL ? trace_tuple(target).text : "its cosize");
    bool ok = complement(out, a, target, false, why);
    trace_leave(ok ? out : NULL);
    return ok;
}

bool layout_ceil_div(struct layout *out, const struct int_tuple *shape, const struct layout *tile,
                     struct failure *why)
{
    return complement(out, tile, shape, true, why);
}

// ---- Inverses -----------------------------------------------------------------------------------

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
    if (!tracing())
        return right_inverse(out, a, why);
    trace_enter("right_inverse %s", trace_layout(a).text);
    bool ok = right_inverse(out, a, why);
    trace_leave(ok ? out : NULL);
    return ok;
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
    if (!tracing())
        return left_inverse(out, a, why);
    trace_enter("left_inverse %s", trace_layout(a).text);
    bool ok = left_inverse(out, a, why);
    trace_leave(ok ? out : NULL);
    return ok;
}

bool layout_nullspace(struct layout *out, const struct layout *a, struct failure *why)
{
    int64_t shape[LAYOUT_LEAVES], stride[LAYOUT_LEAVES], index = 1;
    int count = 0;
    for (int i = 0; i < a->shape.count; i++) {
        int64_t extent = a->shape.value[i];
        if (a->stride.value[i] == 0) {
            shape[count] = extent;
            stride[count++] = extent == 1 ? 0 : index;
        }
        if (__builtin_mul_overflow(index, extent, &index) && i < a->shape.count - 1)
            return fail_overflow(why, "nullspace");
    }
    if (count <= 1) {
        layout_leaf(out, count == 1 ? shape[0] : 1, count == 1 ? stride[0] : 0);
        return true;
    }
    int_tuple_flat(&out->shape, shape, count);
    int_tuple_flat(&out->stride, stride, count);
    return true;
}

// ---- What two layouts have in common ------------------------------------------------------------

// The elements of b's contiguous run that stand side by side in a, too: the first leaf of
// a o right_inverse(b). `inverse` is that right inverse.
static bool common_run(int64_t *out, struct layout *inverse, const struct layout *a,
                       const struct layout *b, struct failure *why)
{
    struct layout common, run, first, check;
    struct leaves leaves;
    struct failure inner;
    bool exact = true;
    if (!layout_right_inverse(inverse, b, why))
        return false;
    if (!layout_composition(&common, a, inverse, why)) {
        // Only its first leaf matters, and that may be right all the same.
        exact = false;
        if (!composition_by_rule(&common, a, inverse, &inner))
            return false;
    }
    if (!leaves_of(&leaves, &common, 0, common.shape.count, false, false, why))
        return false;
    *out = 1;
    if (leaves.count == 0 || leaves.stride[0] != 1 || leaves.marked)
        return true;
    *out = leaves.shape[0];
    if (exact)
        return true;
    layout_leaf(&run, *out, 1);
    return layout_composition(&first, inverse, &run, &inner) &&
           layout_composition(&check, a, &first, why) &&
           leaves_of(&leaves, &check, 0, check.shape.count, false, false, why) &&
           ((leaves.count == 1 && leaves.stride[0] == 1) ||
            fail(why, "max_common: the first leaf of %s is no contiguous run",
                 trace_layout(&common).text));
}

bool layout_max_common(struct layout *out, const struct layout *a, const struct layout *b,
                       struct failure *why)
{
    struct layout inverse, run;
    int64_t n;
    if (!common_run(&n, &inverse, a, b, why))
        return false;
    if (n == 1) {
        layout_leaf(out, 1, 0);
        return true;
    }
    layout_leaf(&run, n, 1);
    return layout_composition(out, &inverse, &run, why);
}

bool layout_max_common_vector(int64_t *out, const struct layout *a, const struct layout *b,
                              struct failure *why)
{
    struct layout inverse;
    return common_run(out, &inverse, a, b, why);
}

bool layout_max_alignment(int64_t *out, const struct layout *a, struct failure *why)
{
    struct leaves l;
    int order[LAYOUT_LEAVES];
    int64_t run = 1, result;
    if (!need_integers(a, "max_alignment", why) ||
        !leaves_of(&l, a, 0, a->shape.count, false, false, why))
        return false;
    leaves_sort(&l, order);
    bool chained[LAYOUT_LEAVES] = {false};
    for (int i = 0; i < l.count; i++)
        if (l.stride[order[i]] == run) {
            chained[order[i]] = true;
            if (__builtin_mul_overflow(run, l.shape[order[i]], &run))
                return fail_overflow(why, "max_alignment");
        }
    result = run;
    for (int i = 0; i < l.count; i++)
        if (!chained[i])
            result = greatest_common_divisor(result, l.stride[i]);
    *out = result;
    return true;
}

// Drops the elements that dst stores to the same place as others. src must read the same there.
static bool drop_nullspace(struct layout *src, struct layout *dst, struct failure *why)
{
    struct layout null, constant, rest, result;
    struct int_tuple target;
    int64_t cosize;
    if (!layout_nullspace(&null, dst, why) || !layout_composition(&constant, src, &null, why) ||
        !layout_cosize(&constant, &cosize, why))
        return false;
    if (cosize != 1)
        return fail(why, "vec_copy_bits: elements of the source that differ go to one place of the "
                         "destination: a race");
    int64_t size;
    if (!layout_size(dst, &size, why))
        return false;
    int_tuple_integer(&target, size);
    if (!layout_complement(&rest, &null, &target, why) ||
        !layout_composition(&result, src, &rest, why))
        return false;
    *src = result;
    if (!layout_composition(&result, dst, &rest, why))
        return false;
    *dst = result;
    return true;
}

bool layout_vec_copy_bits(int64_t *out, int64_t bits, const struct layout *src,
                          const struct layout *dst, struct failure *why)
{
    enum { MAX_BITS = 128 }; // the widest load
    struct layout from = *src, to = *dst;
    int64_t from_size, to_size, common, from_align, to_align;
    if (bits <= 0 || bits > 1 << 20)
        return fail(why, "vec_copy_bits: elements of %lld bits", (long long)bits);
    if (!need_integers(src, "vec_copy_bits", why) || !need_integers(dst, "vec_copy_bits", why) ||
        !layout_size(src, &from_size, why) || !layout_size(dst, &to_size, why))
        return false;
    if (from_size == to_size && !drop_nullspace(&from, &to, why))
        return false;
    *out = bits;
    if (!layout_max_common_vector(&common, &from, &to, why))
        return false;
    if (common <= 1)
        return true;
    if (!layout_max_alignment(&from_align, &from, why) ||
        !layout_max_alignment(&to_align, &to, why))
        return false;
    if (__builtin_mul_overflow(common, bits, &common) ||
        __builtin_mul_overflow(from_align, bits, &from_align) ||
        __builtin_mul_overflow(to_align, bits, &to_align))
        return fail_overflow(why, "vec_copy_bits");
    int64_t vector =
        greatest_common_divisor(greatest_common_divisor(from_align, to_align), MAX_BITS);
    vector = greatest_common_divisor(vector, common);
    if (vector % 8 == 0 && vector > bits)
        *out = vector;
    return true;
}

bool shape_domain_distribute(struct layout *out, const struct int_tuple *shape, int64_t n,
                             struct failure *why)
{
    struct leaves r = {.count = 0, .marked = false};
    int64_t index = 1;
    if (n <= 0)
        return fail(why, "domain_distribute: %lld elements", (long long)n);
    for (int i = 0; i < shape->count; i++) {
        int64_t extent = shape->value[i];
        if (extent <= 0)
            return fail(why, "domain_distribute: an extent is %lld", (long long)extent);
        int64_t part = greatest_common_divisor(extent, n);
        n /= part;
        if (!leaves_push(&r, part, extent == 1 ? 0 : index))
            return fail(why, "domain_distribute: more than %d leaves", LAYOUT_LEAVES);
        if (__builtin_mul_overflow(index, extent, &index) && i < shape->count - 1)
            return fail_overflow(why, "domain_distribute");
    }
    layout_from_leaves(out, &r);
    return true;
}
