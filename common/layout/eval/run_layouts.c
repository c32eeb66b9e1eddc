// SPDX-License-Identifier: MIT
//
// run_layouts.c: making layouts, and operations from layouts to layouts. A swizzle of the first
// operand stays.
#include "evaluation.h"

// ---- Layouts to layouts: a swizzle in front of the first stays there ----------------------------

bool run_unary(struct call *c)
{
    struct composed_layout l;
    struct layout r;
    return operand_composed(c, 0, &l) && c->op->f.unary(&r, &l.layout, &c->why) &&
           answer_behind(c, &l, &r);
}

bool run_plain(struct call *c)
{
    struct layout l, r;
    return operand_layout(c, 0, &l) && c->op->f.unary(&r, &l, &c->why) && answer_layout(c, &r);
}

bool run_binary(struct call *c)
{
    struct composed_layout a;
    struct layout b, r;
    return operand_composed(c, 0, &a) && operand_layout(c, 1, &b) &&
           c->op->f.binary(&r, &a.layout, &b, &c->why) && answer_behind(c, &a, &r);
}

bool run_tiler(struct call *c)
{
    struct composed_layout a;
    struct layout r;
    struct tiler t;
    return operand_composed(c, 0, &a) && operand_tiler(c, 1, &t) &&
           c->op->f.tiler(&r, &a.layout, &t, &c->why) && answer_behind(c, &a, &r);
}

bool run_by_tuple(struct call *c)
{
    struct composed_layout a;
    struct layout r;
    struct int_tuple t;
    return operand_composed(c, 0, &a) && operand_tuple(c, 1, &t) &&
           c->op->f.by_tuple(&r, &a.layout, &t, &c->why) && answer_behind(c, &a, &r);
}

bool run_composition(struct call *c)
{
    struct composed_layout a, b, r;
    if (!operand_is_swizzled(c, 1))
        return run_tiler(c);
    return operand_composed(c, 0, &a) && operand_composed(c, 1, &b) &&
           composed_composition(&r, &a, &b, &c->why) && answer_composed(c, &r);
}

bool run_complement(struct call *c)
{
    struct composed_layout a;
    struct layout r;
    struct int_tuple target;
    return operand_composed(c, 0, &a) && (c->count == 1 || operand_tuple(c, 1, &target)) &&
           layout_complement(&r, &a.layout, c->count == 1 ? NULL : &target, &c->why) &&
           answer_layout(c, &r);
}

bool run_inverse(struct call *c)
{
    struct composed_layout a, r;
    return operand_composed(c, 0, &a) && c->op->f.inverse(&r, &a, &c->why) &&
           answer_composed(c, &r);
}

bool filter_zeros(struct layout *out, const struct layout *l, struct failure *why)
{
    (void)why;
    layout_filter_zeros(out, l);
    return true;
}

bool run_filter_zeros(struct call *c)
{
    struct composed_layout a;
    struct layout r;
    struct int_tuple profile;
    if (c->count == 1)
        return run_unary(c);
    return operand_composed(c, 0, &a) && operand_tuple(c, 1, &profile) &&
           layout_filter_zeros_by(&r, &a.layout, &profile, &c->why) && answer_behind(c, &a, &r);
}

bool run_tile_to_shape(struct call *c)
{
    struct composed_layout a;
    struct layout r;
    struct int_tuple shape, order;
    return operand_composed(c, 0, &a) && operand_tuple(c, 1, &shape) &&
           (c->count == 2 || operand_tuple(c, 2, &order)) &&
           layout_tile_to_shape(&r, &a.layout, &shape, c->count == 2 ? NULL : &order, &c->why) &&
           answer_behind(c, &a, &r);
}

bool run_fragment_like(struct call *c)
{
    struct composed_layout a;
    struct layout r;
    return operand_composed(c, 0, &a) && layout_fragment_like(&r, &a.layout, &c->why) &&
           answer_layout(c, &r);
}

// ---- Making -------------------------------------------------------------------------------------

bool run_from_tuple(struct call *c)
{
    struct int_tuple shape;
    struct layout r;
    return operand_tuple(c, 0, &shape) && c->op->f.from_tuple(&r, &shape, &c->why) &&
           answer_layout(c, &r);
}

bool run_make_layout(struct call *c)
{
    struct int_tuple shape, stride;
    struct layout r;
    if (c->count == 1)
        return run_from_tuple(c);
    return operand_tuple(c, 0, &shape) && operand_tuple(c, 1, &stride) &&
           layout_make(&r, &shape, &stride, &c->why) && answer_layout(c, &r);
}

bool run_concat(struct call *c)
{
    struct layout r, parts[LAYOUT_EVAL_ARGUMENTS];
    for (int i = 0; i < c->count; i++)
        if (!operand_layout(c, i, &parts[i]))
            return false;
    return layout_concat(&r, parts, c->count, &c->why) && answer_layout(c, &r);
}

bool run_ordered(struct call *c)
{
    struct int_tuple shape, order;
    struct layout r;
    return operand_tuple(c, 0, &shape) && operand_tuple(c, 1, &order) &&
           layout_ordered(&r, &shape, &order, &c->why) && answer_layout(c, &r);
}

// compact_col_major, compact_row_major: with a first stride, 1 unless given.
bool run_compact(struct call *c)
{
    struct int_tuple shape, start, r;
    int_tuple_integer(&start, 1);
    return operand_tuple(c, 0, &shape) && (c->count == 1 || operand_tuple(c, 1, &start)) &&
           c->op->f.tuples(&r, &shape, &start, &c->why) && answer_tuple(c, &r);
}

bool run_domain_distribute(struct call *c)
{
    struct int_tuple shape;
    struct layout r;
    int64_t n;
    return operand_tuple(c, 0, &shape) && operand_integer(c, 1, &n) &&
           shape_domain_distribute(&r, &shape, n, &c->why) && answer_layout(c, &r);
}
