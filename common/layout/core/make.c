// SPDX-License-Identifier: MIT
//
// make.c: making layouts and measuring them.
#include "make.h"

#include "build.h"
#include "../tuple/numbers.h"

bool layout_check(const struct layout *l, struct failure *why)
{
    if (!int_tuple_congruent(&l->shape, &l->stride))
        return fail(why, "shape and stride have different parentheses");
    if (l->shape.marked)
        return fail(why, "a shape consists of integers");
    for (int i = 0; i < l->shape.count; i++) {
        if (l->shape.value[i] < 0)
            return fail(why, "an extent is %lld", (long long)l->shape.value[i]);
        if (int_tuple_mark(&l->stride, i) == MARK_UNDERSCORE)
            return fail(why, "a stride is an integer or a basis stride, not '_'");
    }
    return true;
}

bool need_integers(const struct layout *l, const char *operation, struct failure *why)
{
    if (l->stride.marked)
        return fail(why, "%s: the strides must be integers", operation);
    return true;
}

bool need_no_negatives(const struct layout *l, const char *operation, struct failure *why)
{
    for (int i = 0; i < l->stride.count; i++)
        if (l->stride.value[i] < 0)
            return fail(why, "%s: leaf %d has the negative stride %lld", operation, i,
                        (long long)l->stride.value[i]);
    return need_integers(l, operation, why);
}

bool layout_make(struct layout *out, const struct int_tuple *shape, const struct int_tuple *stride,
                 struct failure *why)
{
    out->shape = *shape;
    out->stride = *stride;
    return layout_check(out, why);
}

void layout_leaf(struct layout *out, int64_t shape, int64_t stride)
{
    int_tuple_integer(&out->shape, shape);
    int_tuple_integer(&out->stride, stride);
}

// ---- Compact strides ----------------------------------------------------------------------------

// Fills the strides of leaves begin .. end-1, which stand in out with the shape's parentheses.
static bool compact(struct int_tuple *out, const struct node *shape, int64_t start, bool left,
                    struct failure *why)
{
    for (int n = shape->end - shape->begin, k = 0; k < n; k++) {
        int i = left ? shape->begin + k : shape->end - 1 - k;
        int64_t extent = shape->t->value[i];
        out->value[i] = extent == 1 ? 0 : start;
        if (__builtin_mul_overflow(start, extent, &start) && k < n - 1)
            return fail_overflow(why, "compact strides");
    }
    return true;
}

static bool compact_from(struct int_tuple *out, const struct node *shape, const struct node *start,
                         bool left, struct failure *why)
{
    if (node_is_leaf(start))
        return compact(out, shape, node_value(start), left, why);
    if (node_is_leaf(shape) || node_rank(shape) != node_rank(start))
        return fail(why, "compact strides: the first strides do not fit the shape");
    int ss = shape->begin, st = start->begin;
    struct node ms, mt;
    while (node_next(shape, &ss, &ms) && node_next(start, &st, &mt))
        if (!compact_from(out, &ms, &mt, left, why))
            return false;
    return true;
}

static bool compact_strides(struct int_tuple *out, const struct int_tuple *shape,
                            const struct int_tuple *start, bool left, struct failure *why)
{
    if (shape->marked || start->marked)
        return fail(why, "compact strides: only integers have them");
    struct node s = node_root(shape), first = node_root(start);
    *out = *shape;
    return compact_from(out, &s, &first, left, why);
}

bool compact_col_major(struct int_tuple *out, const struct int_tuple *shape,
                       const struct int_tuple *start, struct failure *why)
{
    return compact_strides(out, shape, start, true, why);
}

bool compact_row_major(struct int_tuple *out, const struct int_tuple *shape,
                       const struct int_tuple *start, struct failure *why)
{
    return compact_strides(out, shape, start, false, why);
}

static bool compact_layout(struct layout *out, const struct int_tuple *shape, bool left,
                           struct failure *why)
{
    struct int_tuple one;
    int_tuple_integer(&one, 1);
    out->shape = *shape;
    return compact_strides(&out->stride, shape, &one, left, why) && layout_check(out, why);
}

bool layout_left(struct layout *out, const struct int_tuple *shape, struct failure *why)
{
    return compact_layout(out, shape, true, why);
}

bool layout_right(struct layout *out, const struct int_tuple *shape, struct failure *why)
{
    return compact_layout(out, shape, false, why);
}

// ---- Ordered ------------------------------------------------------------------------------------

// The modes of the shape that meet an integer of the order, from left to right.
struct ordered {
    int count;
    struct node mode[LAYOUT_LEAVES];
    int64_t order[LAYOUT_LEAVES];
    int64_t size[LAYOUT_LEAVES];
};

static bool list_modes(struct ordered *list, const struct node *shape, const struct node *order,
                       struct failure *why)
{
    if (node_is_leaf(order)) {
        list->mode[list->count] = *shape;
        list->order[list->count] = node_value(order);
        if (!node_product(shape, &list->size[list->count++]))
            return fail_overflow(why, "make_ordered_layout");
        return true;
    }
    if (node_is_leaf(shape) || node_rank(shape) != node_rank(order))
        return fail(why, "make_ordered_layout: the order does not fit the shape");
    int cs = shape->begin, co = order->begin;
    struct node ms, mo;
    while (node_next(shape, &cs, &ms) && node_next(order, &co, &mo))
        if (!list_modes(list, &ms, &mo, why))
            return false;
    return true;
}

// Strides for `shape`, where a mode counts with `size[]` elements.
static bool ordered_strides(struct int_tuple *out, const struct int_tuple *shape,
                            const struct ordered *list, struct failure *why)
{
    *out = *shape;
    for (int i = 0; i < list->count; i++) {
        int64_t start = 1;
        for (int j = 0; j < list->count; j++) {
            bool comes_before =
                list->order[j] < list->order[i] || (j < i && list->order[j] == list->order[i]);
            if (comes_before && __builtin_mul_overflow(start, list->size[j], &start))
                return fail_overflow(why, "make_ordered_layout");
        }
        if (!compact(out, &list->mode[i], start, true, why))
            return false;
    }
    return true;
}

bool layout_ordered(struct layout *out, const struct int_tuple *shape,
                    const struct int_tuple *order, struct failure *why)
{
    struct ordered list = {.count = 0};
    struct node s = node_root(shape), o = node_root(order);
    if (shape->marked || order->marked)
        return fail(why, "make_ordered_layout: shape and order consist of integers");
    out->shape = *shape;
    return list_modes(&list, &s, &o, why) && ordered_strides(&out->stride, shape, &list, why) &&
           layout_check(out, why);
}

bool layout_like(struct layout *out, const struct layout *l, struct failure *why)
{
    if (!need_integers(l, "make_layout_like", why))
        return false;
    // Stride-0 leaves count as extent 1, so they get stride 0 and take no room.
    struct int_tuple filtered = l->shape;
    for (int i = 0; i < filtered.count; i++)
        filtered.value[i] = l->stride.value[i] == 0 ? 1 : filtered.value[i];
    struct layout compacted;
    if (!layout_ordered(&compacted, &filtered, &l->stride, why))
        return false;
    out->shape = l->shape;
    out->stride = compacted.stride;
    return true;
}

// ---- Other layouts ------------------------------------------------------------------------------

bool layout_pair(struct layout *out, const struct layout *a, const struct layout *b,
                 struct failure *why)
{
    return build_pair(&out->shape, &a->shape, &b->shape, why) &&
           build_pair(&out->stride, &a->stride, &b->stride, why);
}

bool layout_concat(struct layout *out, const struct layout *parts, int count, struct failure *why)
{
    struct layout_builder b = build_layout(out);
    build_layout_open(&b);
    for (int i = 0; i < count; i++)
        build_layout_all(&b, &parts[i]);
    build_layout_close(&b);
    return build_layout_done(&b, why);
}

// The mark of each leaf: its path from the outside, the outermost mode in the lowest bits.
static bool basis_like(struct builder *b, const struct node *shape, uint32_t path, int levels,
                       struct failure *why)
{
    if (node_is_leaf(shape)) {
        build_marked_leaf(b, 1,
                          levels == 0 ? (uint32_t)MARK_INTEGER : path | 1U << (MODE_BITS * levels));
        return true;
    }
    if (levels == LAYOUT_MODES)
        return fail(why, "a basis stride names at most %d modes", LAYOUT_MODES);
    struct node mode;
    int cursor = shape->begin;
    build_open(b);
    for (uint32_t i = 0; node_next(shape, &cursor, &mode); i++)
        if (!basis_like(b, &mode, path | i << (MODE_BITS * levels), levels + 1, why))
            return false;
    build_close(b);
    return true;
}

bool layout_identity(struct layout *out, const struct int_tuple *shape, struct failure *why)
{
    struct node s = node_root(shape);
    struct builder b = build(&out->stride);
    out->shape = *shape;
    return basis_like(&b, &s, 0, 0, why) && build_done(&b, why) && layout_check(out, why);
}

// ---- Measuring -------------------------------------------------------------------------------------

int layout_rank(const struct layout *l) { return int_tuple_rank(&l->shape); }

int layout_depth(const struct layout *l) { return int_tuple_depth(&l->shape); }

bool layout_size(const struct layout *l, int64_t *out, struct failure *why)
{
    return int_tuple_product(&l->shape, out, why);
}

bool layout_cosize(const struct layout *l, int64_t *out, struct failure *why)
{
    int64_t sum = 1, term;
    if (!need_integers(l, "cosize", why))
        return false;
    for (int i = 0; i < l->shape.count; i++) {
        int64_t last = l->shape.value[i] - 1, stride = l->stride.value[i];
        if (stride == INT64_MIN || __builtin_mul_overflow(last, magnitude(stride), &term) ||
            __builtin_add_overflow(sum, term, &sum))
            return fail_overflow(why, "cosize");
    }
    *out = sum;
    return true;
}

bool layout_equal(const struct layout *a, const struct layout *b)
{
    return int_tuple_equal(&a->shape, &b->shape) && int_tuple_equal(&a->stride, &b->stride);
}
