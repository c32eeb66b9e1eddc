// SPDX-License-Identifier: MIT
#include "vector.h"

#include "../core/build.h"
#include "complement.h"
#include "compose.h"
#include "../core/coord.h"
#include "inverse.h"
#include "../core/leaves.h"
#include "../tuple/numbers.h"
#include "../core/tracing.h"

// The elements of b's contiguous run that are also contiguous in a: the first leaf of a o
// right_inverse(b). `inverse` is that right inverse.
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
        if (!layout_composition_by_rule(&common, a, inverse, &inner))
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
            fail(why, "max_common: the first leaf of %s is not a contiguous run",
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

// Drops the elements that dst stores to the same place as an earlier one. src must read the same
// there.
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
