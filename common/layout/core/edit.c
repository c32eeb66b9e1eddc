// SPDX-License-Identifier: MIT
//
// edit.c: the parentheses of a layout. Shape and stride have the same, so each edit is the edit of
// two tuples.
#include "make.h"

bool layout_get(struct layout *out, const struct layout *l, int i, struct failure *why)
{
    return int_tuple_get(&out->shape, &l->shape, i, why) &&
           int_tuple_get(&out->stride, &l->stride, i, why);
}

bool layout_take(struct layout *out, const struct layout *l, int begin, int end,
                 struct failure *why)
{
    return int_tuple_take(&out->shape, &l->shape, begin, end, why) &&
           int_tuple_take(&out->stride, &l->stride, begin, end, why);
}

bool layout_select(struct layout *out, const struct layout *l, const int *modes, int count,
                   struct failure *why)
{
    return int_tuple_select(&out->shape, &l->shape, modes, count, why) &&
           int_tuple_select(&out->stride, &l->stride, modes, count, why);
}

void layout_flatten(struct layout *out, const struct layout *l)
{
    int_tuple_flatten(&out->shape, &l->shape);
    int_tuple_flatten(&out->stride, &l->stride);
}

bool layout_unflatten(struct layout *out, const struct layout *l, const struct int_tuple *profile,
                      struct failure *why)
{
    return int_tuple_unflatten(&out->shape, &l->shape, profile, why) &&
           int_tuple_unflatten(&out->stride, &l->stride, profile, why);
}

bool layout_group(struct layout *out, const struct layout *l, int begin, int end,
                  struct failure *why)
{
    return int_tuple_group(&out->shape, &l->shape, begin, end, why) &&
           int_tuple_group(&out->stride, &l->stride, begin, end, why);
}

bool layout_append(struct layout *out, const struct layout *l, const struct layout *x,
                   struct failure *why)
{
    return int_tuple_append(&out->shape, &l->shape, &x->shape, why) &&
           int_tuple_append(&out->stride, &l->stride, &x->stride, why);
}

bool layout_prepend(struct layout *out, const struct layout *l, const struct layout *x,
                    struct failure *why)
{
    return int_tuple_prepend(&out->shape, &l->shape, &x->shape, why) &&
           int_tuple_prepend(&out->stride, &l->stride, &x->stride, why);
}

bool layout_replace(struct layout *out, const struct layout *l, int i, const struct layout *x,
                    struct failure *why)
{
    return int_tuple_replace(&out->shape, &l->shape, i, &x->shape, why) &&
           int_tuple_replace(&out->stride, &l->stride, i, &x->stride, why);
}

bool layout_append_to(struct layout *out, const struct layout *l, int rank, struct failure *why)
{
    struct layout one;
    layout_leaf(&one, 1, 0);
    return int_tuple_append_to(&out->shape, &l->shape, rank, &one.shape, why) &&
           int_tuple_append_to(&out->stride, &l->stride, rank, &one.stride, why);
}

bool layout_zip(struct layout *out, const struct layout *a, const struct layout *b,
                struct failure *why)
{
    return int_tuple_zip(&out->shape, &a->shape, &b->shape, why) &&
           int_tuple_zip(&out->stride, &a->stride, &b->stride, why);
}
