// SPDX-License-Identifier: MIT
#include "coord.h"

#include "build.h"
#include "../tuple/numbers.h"

static bool add_product(int64_t *sum, int64_t a, int64_t b)
{
    int64_t term;
    return !__builtin_mul_overflow(a, b, &term) && !__builtin_add_overflow(*sum, term, sum);
}

// An integer coordinate: each leaf takes its part, the last leaf takes the remainder. The extents
// of the leaves multiply to those of the modes, so the parentheses do not matter.
static inline bool peel(int64_t *sum, int64_t c, const struct node *shape,
                        const struct int_tuple *stride, struct failure *why)
{
    for (int i = shape->begin; i < shape->end; i++) {
        int64_t digit = c, extent = shape->t->value[i];
        if (i < shape->end - 1 && c != 0) {
            if (extent == 0)
                return fail(why, "crd2idx: an extent is 0");
            c = divide(digit, extent);
            digit -= c * extent;
        }
        if (!add_product(sum, digit, stride->value[i]))
            return fail_overflow(why, "crd2idx");
    }
    return true;
}

static bool offset_of(int64_t *sum, const struct node *coord, const struct node *shape,
                      const struct int_tuple *stride, struct failure *why)
{
    if (node_is_leaf(coord))
        return peel(sum, node_value(coord), shape, stride, why);
    if (node_is_leaf(shape))
        return fail(why, "crd2idx: a tuple cannot be the coordinate of an integer");
    int nc = node_rank(coord), ns = node_rank(shape);
    if (nc != ns)
        return fail(why, "crd2idx: %d coordinates for %d modes", nc, ns);
    int cc = coord->begin, cs = shape->begin;
    struct node mc, ms;
    while (node_next(coord, &cc, &mc) && node_next(shape, &cs, &ms))
        if (!offset_of(sum, &mc, &ms, stride, why))
            return false;
    return true;
}

bool crd2idx(int64_t *out, const struct int_tuple *coord, const struct int_tuple *shape,
             const struct int_tuple *stride, struct failure *why)
{
    if (stride->marked)
        return fail(why, "crd2idx: basis strides give a coordinate, not an offset");
    if (!int_tuple_congruent(shape, stride))
        return fail(why, "crd2idx: shape and stride have different parentheses");
    struct node c = node_root(coord), s = node_root(shape);
    *out = 0;
    return offset_of(out, &c, &s, stride, why);
}

// ---- Basis strides: the result is a tuple that grows where a stride reaches -------------------

// A sum of basis strides: leaf k of the result is the sum of the terms of one mark.
struct basis_sum {
    int count;
    uint32_t mark[LAYOUT_LEAVES];
    int64_t value[LAYOUT_LEAVES];
};

static bool basis_add(struct basis_sum *sum, uint32_t mark, int64_t value)
{
    int i = 0;
    while (i < sum->count && sum->mark[i] != mark)
        i++;
    if (i == sum->count) {
        sum->mark[sum->count++] = mark;
        sum->value[i] = 0;
    }
    return !__builtin_add_overflow(sum->value[i], value, &sum->value[i]);
}

// Writes the tuple whose leaves are the marks that begin with `prefix` of `levels` modes.
static bool basis_tuple(struct builder *b, const struct basis_sum *sum, uint32_t prefix, int levels,
                        struct failure *why)
{
    int top = -1;
    uint32_t mask = (1U << (MODE_BITS * levels)) - 1;
    for (int i = 0; i < sum->count; i++) {
        if ((sum->mark[i] & mask) != prefix)
            continue;
        uint32_t rest = sum->mark[i] >> (MODE_BITS * levels);
        if (rest == 1) {
            build_leaf(b, sum->value[i]);
            return true;
        }
        int mode = (int)(rest & MODE_MASK);
        top = mode > top ? mode : top;
    }
    if (top < 0 || levels == LAYOUT_MODES) {
        build_leaf(b, 0);
        return true;
    }
    build_open(b);
    for (int mode = 0; mode <= top; mode++)
        if (!basis_tuple(b, sum, prefix | (uint32_t)mode << (MODE_BITS * levels), levels + 1, why))
            return false;
    build_close(b);
    return true;
}

bool crd2idx_basis(struct int_tuple *out, const struct int_tuple *coord,
                   const struct int_tuple *shape, const struct int_tuple *stride,
                   struct failure *why)
{
    struct basis_sum sum = {.count = 0};
    struct int_tuple one = *stride;
    one.marked = false;
    for (int i = 0; i < stride->count; i++) {
        // The part of leaf i alone: all other strides are 0.
        int64_t part;
        for (int j = 0; j < stride->count; j++)
            one.value[j] = j == i ? stride->value[j] : 0;
        if (!crd2idx(&part, coord, shape, &one, why))
            return false;
        uint32_t mark = int_tuple_mark(stride, i);
        if (!basis_add(&sum, mark == MARK_INTEGER ? 1 : mark, part))
            return fail_overflow(why, "crd2idx");
    }
    struct builder b = build(out);
    return basis_tuple(&b, &sum, 0, 0, why) && build_done(&b, why);
}

// ---- Shapes -------------------------------------------------------------------------------------

bool crd2idx_shape(int64_t *out, const struct int_tuple *coord, const struct int_tuple *shape,
                   struct failure *why)
{
    struct int_tuple extents;
    if (int_tuple_is_leaf(coord)) {
        *out = coord->value[0];
        return true;
    }
    // The extent that each leaf of the coordinate runs over.
    if (!int_tuple_product_like(&extents, shape, coord, why))
        return fail(why, "crd2idx: the coordinate does not fit the shape");
    int64_t index = 0;
    for (int i = coord->count - 1; i >= 0; i--) {
        if (i < coord->count - 1 && __builtin_mul_overflow(index, extents.value[i], &index))
            return fail_overflow(why, "crd2idx");
        if (__builtin_add_overflow(index, coord->value[i], &index))
            return fail_overflow(why, "crd2idx");
    }
    *out = index;
    return true;
}

// Writes the coordinate of `index` into a shape's parentheses.
static bool split(struct builder *b, int64_t index, const struct node *shape, struct failure *why)
{
    for (int i = shape->begin; i < shape->end; i++) {
        int64_t extent = shape->t->value[i], digit = index;
        if (i < shape->end - 1) {
            if (extent < 1)
                return fail(why, "idx2crd: an extent is %lld", (long long)extent);
            index = divide(digit, extent);
            digit -= index * extent;
        }
        build_leaf_of(b, shape, i, digit, MARK_INTEGER);
    }
    return true;
}

// (offset / stride) % extent, leaf by leaf.
static bool split_by_stride(struct builder *b, int64_t offset, const struct node *shape,
                            const struct int_tuple *stride, struct failure *why)
{
    for (int i = shape->begin; i < shape->end; i++) {
        int64_t extent = shape->t->value[i], digit = 0;
        if (extent < 1 || (extent != 1 && stride->value[i] == 0))
            return fail(why, "idx2crd: leaf %d is %lld:%lld, so its coordinate is not defined", i,
                        (long long)extent, (long long)stride->value[i]);
        if (extent != 1) {
            if (offset == INT64_MIN && stride->value[i] == -1)
                return fail_overflow(why, "idx2crd");
            digit = offset / stride->value[i] % extent;
        }
        build_leaf_of(b, shape, i, digit, MARK_INTEGER);
    }
    return true;
}

static bool coordinate(struct builder *b, const struct node *index, const struct node *shape,
                       const struct int_tuple *stride, struct failure *why)
{
    if (node_is_leaf(index))
        return stride != NULL ? split_by_stride(b, node_value(index), shape, stride, why)
                              : split(b, node_value(index), shape, why);
    if (node_is_leaf(shape))
        return fail(why, "idx2crd: a tuple cannot be the index of an integer");
    int ni = node_rank(index), ns = node_rank(shape);
    if (ni != ns)
        return fail(why, "idx2crd: %d indices for %d modes", ni, ns);
    int ci = index->begin, cs = shape->begin;
    struct node mi, ms;
    build_open(b);
    while (node_next(index, &ci, &mi) && node_next(shape, &cs, &ms))
        if (!coordinate(b, &mi, &ms, stride, why))
            return false;
    build_close(b);
    return true;
}

bool idx2crd(struct int_tuple *out, const struct int_tuple *index, const struct int_tuple *shape,
             struct failure *why)
{
    struct node i = node_root(index), s = node_root(shape);
    struct builder b = build(out);
    return coordinate(&b, &i, &s, NULL, why) && build_done(&b, why);
}

bool idx2crd_stride(struct int_tuple *out, const struct int_tuple *index,
                    const struct int_tuple *shape, const struct int_tuple *stride,
                    struct failure *why)
{
    if (stride->marked || !int_tuple_congruent(shape, stride))
        return fail(why, "idx2crd: the strides must be integers congruent with the shape");
    struct node i = node_root(index), s = node_root(shape);
    struct builder b = build(out);
    return coordinate(&b, &i, &s, stride, why) && build_done(&b, why);
}

static bool convert(struct builder *b, const struct node *coord, const struct node *from,
                    const struct node *to, struct failure *why)
{
    if (!node_is_leaf(coord) && !node_is_leaf(from) && !node_is_leaf(to)) {
        int n = node_rank(coord);
        if (n != node_rank(from) || n != node_rank(to))
            return fail(why, "crd2crd: %d coordinates, shapes of %d and %d modes", n,
                        node_rank(from), node_rank(to));
        int cc = coord->begin, cf = from->begin, ct = to->begin;
        struct node mc, mf, mt;
        build_open(b);
        while (node_next(coord, &cc, &mc) && node_next(from, &cf, &mf) && node_next(to, &ct, &mt))
            if (!convert(b, &mc, &mf, &mt, why))
                return false;
        build_close(b);
        return true;
    }
    struct int_tuple c, f;
    struct builder bc = build(&c), bf = build(&f);
    int64_t index;
    build_node(&bc, coord);
    build_node(&bf, from);
    return build_done(&bc, why) && build_done(&bf, why) && crd2idx_shape(&index, &c, &f, why) &&
           split(b, index, to, why);
}

bool crd2crd(struct int_tuple *out, const struct int_tuple *coord, const struct int_tuple *from,
             const struct int_tuple *to, struct failure *why)
{
    struct node c = node_root(coord), f = node_root(from), t = node_root(to);
    struct builder b = build(out);
    return convert(&b, &c, &f, &t, why) && build_done(&b, why);
}

// ---- Layouts ------------------------------------------------------------------------------------

bool layout_crd2idx(const struct layout *l, const struct int_tuple *coord, int64_t *out,
                    struct failure *why)
{
    return crd2idx(out, coord, &l->shape, &l->stride, why);
}

bool layout_at(const struct layout *l, int64_t index, int64_t *out, struct failure *why)
{
    struct node shape = node_root(&l->shape);
    *out = 0;
    return need_integers(l, "crd2idx", why) && peel(out, index, &shape, &l->stride, why);
}

bool layout_hier_coord(struct int_tuple *out, const struct layout *l, int64_t offset,
                       struct failure *why)
{
    struct int_tuple index;
    int_tuple_integer(&index, offset);
    return idx2crd_stride(out, &index, &l->shape, &l->stride, why);
}

bool layout_1d_coord(int64_t *out, const struct layout *l, int64_t offset, struct failure *why)
{
    struct int_tuple coord;
    return layout_hier_coord(&coord, l, offset, why) && crd2idx_shape(out, &coord, &l->shape, why);
}

bool layout_flat_coord(struct int_tuple *out, const struct layout *l, int64_t offset,
                       struct failure *why)
{
    struct int_tuple coord, mode_coord, mode_shape;
    int rank = layout_rank(l);
    int64_t index;
    if (rank == 1) {
        if (!layout_1d_coord(&index, l, offset, why))
            return false;
        int_tuple_integer(out, index);
        return true;
    }
    if (!layout_hier_coord(&coord, l, offset, why))
        return false;
    int64_t flat[LAYOUT_LEAVES];
    for (int i = 0; i < rank; i++)
        if (!int_tuple_get(&mode_coord, &coord, i, why) ||
            !int_tuple_get(&mode_shape, &l->shape, i, why) ||
            !crd2idx_shape(&flat[i], &mode_coord, &mode_shape, why))
            return false;
    int_tuple_flat(out, flat, rank);
    return true;
}
