// SPDX-License-Identifier: MIT
//
// run_parts.c: slices, partitions, recasts, swizzles.
#include "../core/build.h"
#include "evaluation.h"

// ---- Slices and partitions: a layout and an offset ----------------------------------------------

static bool answer_part(struct call *c, const struct composed_layout *l, int64_t offset)
{
    answer_composed(c, l);
    answer(c, "\t", 1);
    return answer_integer(c, offset);
}

bool run_slice_and_offset(struct call *c)
{
    struct int_tuple coord;
    struct composed_layout l, r;
    int64_t offset;
    return operand_tuple(c, 0, &coord) && operand_composed(c, 1, &l) &&
           composed_slice_and_offset(&r, &offset, &coord, &l, &c->why) &&
           answer_part(c, &r, offset);
}

bool run_slice(struct call *c)
{
    struct int_tuple coord;
    struct composed_layout l, part;
    struct layout r;
    int64_t offset;
    if (!operand_tuple(c, 0, &coord) || !operand_composed(c, 1, &l))
        return false;
    if (!l.swizzled) // nothing is evaluated: basis strides may be sliced
        return layout_slice(&r, &coord, &l.layout, &c->why) && answer_layout(c, &r);
    return composed_slice_and_offset(&part, &offset, &coord, &l, &c->why) &&
           answer_composed(c, &part);
}

bool run_dice(struct call *c)
{
    struct int_tuple coord, t, part;
    struct layout l, r;
    if (!operand_tuple(c, 0, &coord))
        return false;
    if (!operand_is_layout(c, 1))
        return operand_tuple(c, 1, &t) && int_tuple_dice(&part, &coord, &t, &c->why) &&
               answer_tuple(c, &part);
    return operand_layout(c, 1, &l) && layout_dice(&r, &coord, &l, &c->why) && answer_layout(c, &r);
}

// The part of a layout that may be swizzled.
static bool partitioned(struct call *c, const struct composed_layout *l, const struct tiler *tiler,
                        bool inner, const struct int_tuple *coord)
{
    struct composed_layout zipped = *l, r;
    struct int_tuple whole;
    int64_t offset;
    return layout_zipped_divide(&zipped.layout, &l->layout, tiler, &c->why) &&
           partition_coord(&whole, &zipped.layout, inner, coord, &c->why) &&
           composed_slice_and_offset(&r, &offset, &whole, &zipped, &c->why) &&
           answer_part(c, &r, offset);
}

// inner_partition, outer_partition, local_tile
bool run_partition(struct call *c)
{
    struct composed_layout l;
    struct tiler tiler, diced;
    struct int_tuple coord, place, projection;
    if (!operand_composed(c, 0, &l) || !operand_tiler(c, 1, &tiler) || !operand_tuple(c, 2, &coord))
        return false;
    if (c->count == 3)
        return partitioned(c, &l, &tiler, c->op->f.inner, &coord);
    return operand_tuple(c, 3, &projection) && tiler_dice(&diced, &projection, &tiler, &c->why) &&
           int_tuple_dice(&place, &projection, &coord, &c->why) &&
           partitioned(c, &l, &diced, c->op->f.inner, &place);
}

bool run_local_partition(struct call *c)
{
    struct composed_layout l;
    struct layout threads;
    struct tiler tiler;
    struct int_tuple coord, projection;
    int64_t index;
    if (!operand_composed(c, 0, &l) || !operand_layout(c, 1, &threads) ||
        !operand_integer(c, 2, &index) || (c->count > 3 && !operand_tuple(c, 3, &projection)))
        return false;
    return thread_partition(&tiler, &coord, &threads, index, c->count > 3 ? &projection : NULL,
                            &c->why) &&
           partitioned(c, &l, &tiler, false, &coord);
}

// ---- Recast and swizzles ------------------------------------------------------------------------

bool run_cast(struct call *c)
{
    struct composed_layout l, r;
    int64_t n;
    return operand_integer(c, 0, &n) && operand_composed(c, 1, &l) &&
           c->op->f.cast(&r, n, &l, &c->why) && answer_composed(c, &r);
}

bool run_recast(struct call *c)
{
    struct composed_layout l, r;
    int64_t old_bits, new_bits;
    return operand_integer(c, 0, &old_bits) && operand_integer(c, 1, &new_bits) &&
           operand_composed(c, 2, &l) && composed_recast(&r, old_bits, new_bits, &l, &c->why) &&
           answer_composed(c, &r);
}

bool run_swizzle_cast(struct call *c)
{
    struct swizzle s, r;
    int64_t n;
    return operand_integer(c, 0, &n) && operand_swizzle(c, 1, &s) &&
           c->op->f.swizzle_cast(&r, n, &s, &c->why) && answer_swizzle(c, &r);
}

bool run_make_swizzle(struct call *c)
{
    struct swizzle s;
    int64_t y, z;
    return operand_integer(c, 0, &y) && operand_integer(c, 1, &z) &&
           swizzle_from_masks(&s, y, z, &c->why) && answer_swizzle(c, &s);
}

bool run_swizzle_apply(struct call *c)
{
    struct swizzle s;
    int64_t x;
    return operand_swizzle(c, 0, &s) && operand_integer(c, 1, &x) &&
           answer_integer(c, swizzle_apply(&s, x));
}

bool run_swizzle_compose(struct call *c)
{
    struct swizzle a, b, r;
    return operand_swizzle(c, 0, &a) && operand_swizzle(c, 1, &b) &&
           swizzle_compose(&r, &a, &b, &c->why) && answer_swizzle(c, &r);
}

bool run_swizzle_layout(struct call *c)
{
    struct swizzle s;
    struct layout l;
    struct composed_layout r;
    if (!operand_swizzle(c, 0, &s) || !operand_layout(c, 1, &l) ||
        !need_integers(&l, "swizzle_layout", &c->why))
        return false;
    composed_make(&r, &s, 0, &l);
    return answer_composed(c, &r);
}
