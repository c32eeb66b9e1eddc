// SPDX-License-Identifier: MIT
//
// run_queries.c: questions, tuples and coordinates.
#include "../core/build.h"
#include "evaluation.h"

// ---- Asking -------------------------------------------------------------------------------------

static bool operand_shape(struct call *c, int i, struct int_tuple *out)
{
    struct composed_layout l;
    if (!operand_is_layout(c, i))
        return operand_tuple(c, i, out);
    if (!operand_composed(c, i, &l))
        return false;
    *out = l.layout.shape;
    return true;
}

bool run_size(struct call *c)
{
    struct int_tuple shape;
    int64_t n;
    return operand_shape(c, 0, &shape) && int_tuple_product(&shape, &n, &c->why) &&
           answer_integer(c, n);
}

bool run_small_number(struct call *c)
{
    struct int_tuple shape;
    return operand_shape(c, 0, &shape) && answer_integer(c, c->op->f.small_number(&shape));
}

bool run_cosize(struct call *c)
{
    struct composed_layout l;
    int64_t n;
    return operand_composed(c, 0, &l) && c->op->f.number(&l.layout, &n, &c->why) &&
           answer_integer(c, n);
}

bool run_max_alignment(struct call *c)
{
    struct composed_layout l;
    int64_t n;
    return operand_composed(c, 0, &l) && composed_max_alignment(&n, &l, &c->why) &&
           answer_integer(c, n);
}

bool run_max_common_vector(struct call *c)
{
    struct composed_layout a, b;
    int64_t n;
    return operand_composed(c, 0, &a) && operand_composed(c, 1, &b) &&
           composed_max_common_vector(&n, &a, &b, &c->why) && answer_integer(c, n);
}

bool run_max_common_layout(struct call *c)
{
    struct composed_layout a, b;
    struct layout r, run;
    int64_t n, limit;
    if (!operand_composed(c, 0, &a) || !operand_composed(c, 1, &b))
        return false;
    if (a.swizzled && b.swizzled)
        return fail(&c->why, "max_common_layout: two swizzled layouts");
    bool flip = b.swizzled;
    if (!layout_max_common(&r, flip ? &b.layout : &a.layout, flip ? &a.layout : &b.layout,
                           &c->why) ||
        !layout_size(&r, &n, &c->why))
        return false;
    // A swizzle leaves only its low bits in order.
    limit = a.swizzled   ? (int64_t)1 << a.swizzle.base
            : b.swizzled ? (int64_t)1 << b.swizzle.base
                         : n;
    if (limit >= n)
        return answer_layout(c, &r);
    struct layout cut;
    layout_leaf(&cut, limit, 1);
    return layout_composition(&run, &r, &cut, &c->why) && answer_layout(c, &run);
}

bool run_vec_copy_bits(struct call *c)
{
    struct layout src, dst;
    int64_t bits, n;
    return operand_integer(c, 0, &bits) && operand_layout(c, 1, &src) &&
           operand_layout(c, 2, &dst) && layout_vec_copy_bits(&n, bits, &src, &dst, &c->why) &&
           answer_integer(c, n);
}

bool run_offsets(struct call *c)
{
    struct composed_layout l;
    int64_t size, offset;
    if (!operand_composed(c, 0, &l) || !layout_size(&l.layout, &size, &c->why))
        return false;
    answer_composed(c, &l);
    answer(c, "\t[", 2);
    for (int64_t i = 0; i < size && i < LAYOUT_EVAL_OFFSETS; i++) {
        if (!composed_at(&l, i, &offset, &c->why))
            return false;
        if (i > 0)
            answer(c, ",", 1);
        answer_integer(c, offset);
    }
    answer(c, "]", 1);
    return true;
}

// ---- Tuples -------------------------------------------------------------------------------------

bool run_tuples(struct call *c)
{
    struct int_tuple a, b, r;
    return operand_tuple(c, 0, &a) && operand_tuple(c, 1, &b) &&
           c->op->f.tuples(&r, &a, &b, &c->why) && answer_tuple(c, &r);
}

bool run_tuple(struct call *c)
{
    struct int_tuple a, r;
    return operand_tuple(c, 0, &a) && c->op->f.tuple_to_tuple(&r, &a, &c->why) &&
           answer_tuple(c, &r);
}

bool run_less(struct call *c)
{
    struct int_tuple a, b;
    bool is;
    return operand_tuple(c, 0, &a) && operand_tuple(c, 1, &b) &&
           c->op->f.less(&is, &a, &b, &c->why) && answer_bool(c, is);
}

bool run_relation(struct call *c)
{
    struct int_tuple a, b;
    return operand_shape(c, 0, &a) && operand_shape(c, 1, &b) &&
           answer_bool(c, c->op->f.relation(&a, &b));
}

bool run_inner_product(struct call *c)
{
    struct int_tuple a, b;
    int64_t n;
    return operand_tuple(c, 0, &a) && operand_tuple(c, 1, &b) &&
           int_tuple_inner_product(&a, &b, &n, &c->why) && answer_integer(c, n);
}

bool run_evenly_divides(struct call *c)
{
    struct int_tuple shape;
    struct tiler t;
    bool is;
    return operand_tuple(c, 0, &shape) && operand_tiler(c, 1, &t) &&
           shape_evenly_divides(&is, &shape, &t, &c->why) && answer_bool(c, is);
}

// ---- Coordinates --------------------------------------------------------------------------------

bool run_crd2idx_shape(struct call *c)
{
    struct int_tuple coord, shape;
    int64_t n;
    return operand_tuple(c, 0, &coord) && operand_tuple(c, 1, &shape) &&
           crd2idx_shape(&n, &coord, &shape, &c->why) && answer_integer(c, n);
}

bool run_crd2idx(struct call *c)
{
    struct int_tuple coord, r;
    struct composed_layout l;
    int64_t n;
    if (c->count == 2 && !operand_is_layout(c, 1))
        return run_crd2idx_shape(c);
    if (!operand_tuple(c, 0, &coord))
        return false;
    if (c->count == 2
            ? !operand_composed(c, 1, &l)
            : !operand_tuple(c, 1, &l.layout.shape) || !operand_tuple(c, 2, &l.layout.stride) ||
                  !layout_check(&l.layout, &c->why))
        return false;
    if (l.layout.stride.marked)
        return crd2idx_basis(&r, &coord, &l.layout.shape, &l.layout.stride, &c->why) &&
               answer_tuple(c, &r);
    l.swizzled = c->count == 2 && l.swizzled;
    return composed_crd2idx(&l, &coord, &n, &c->why) && answer_integer(c, n);
}

bool run_idx2crd(struct call *c)
{
    struct int_tuple index, shape, stride, r;
    if (!operand_tuple(c, 0, &index) || !operand_tuple(c, 1, &shape))
        return false;
    if (c->count == 2)
        return idx2crd(&r, &index, &shape, &c->why) && answer_tuple(c, &r);
    return operand_tuple(c, 2, &stride) && idx2crd_stride(&r, &index, &shape, &stride, &c->why) &&
           answer_tuple(c, &r);
}

bool run_crd2crd(struct call *c)
{
    struct int_tuple coord, from, to, r;
    return operand_tuple(c, 0, &coord) && operand_tuple(c, 1, &from) && operand_tuple(c, 2, &to) &&
           crd2crd(&r, &coord, &from, &to, &c->why) && answer_tuple(c, &r);
}

bool run_coord(struct call *c)
{
    struct layout l;
    struct int_tuple r;
    int64_t offset;
    return operand_integer(c, 0, &offset) && operand_layout(c, 1, &l) &&
           c->op->f.coord(&r, &l, offset, &c->why) && answer_tuple(c, &r);
}

bool coord_1d(struct int_tuple *out, const struct layout *l, int64_t offset, struct failure *why)
{
    int64_t index;
    if (!layout_1d_coord(&index, l, offset, why))
        return false;
    int_tuple_integer(out, index);
    return true;
}
