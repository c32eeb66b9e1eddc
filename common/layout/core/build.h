// SPDX-License-Identifier: MIT
//
// build.h: building and checking layouts. For the files of common/layout.
#ifndef COMMON_LAYOUT_BUILD_H
#define COMMON_LAYOUT_BUILD_H

#include "make.h"
#include "../tuple/node.h"

// A builder for each of the two tuples of a layout.
struct layout_builder {
    struct builder shape, stride;
};

static inline struct layout_builder build_layout(struct layout *out)
{
    return (struct layout_builder){build(&out->shape), build(&out->stride)};
}
static inline void build_layout_open(struct layout_builder *b)
{
    build_open(&b->shape);
    build_open(&b->stride);
}
static inline void build_layout_close(struct layout_builder *b)
{
    build_close(&b->shape);
    build_close(&b->stride);
}
static inline void build_layout_all(struct layout_builder *b, const struct layout *l)
{
    build_tuple(&b->shape, &l->shape);
    build_tuple(&b->stride, &l->stride);
}
// A node of l's shape together with its strides.
static inline void build_layout_node(struct layout_builder *b, const struct node *shape,
                                     const struct layout *l)
{
    struct node stride = node_in(shape, &l->stride);
    build_node(&b->shape, shape);
    build_node(&b->stride, &stride);
}
static inline bool build_layout_done(const struct layout_builder *b, struct failure *why)
{
    return build_done(&b->shape, why) && build_done(&b->stride, why);
}

// (a, b)
bool layout_pair(struct layout *out, const struct layout *a, const struct layout *b,
                 struct failure *why);

// What makes two tuples a layout: equal parentheses, extents >= 0, no `_`.
bool layout_check(const struct layout *l, struct failure *why);
// Fails where a stride is a basis stride, or negative unless allowed.
bool need_integers(const struct layout *l, const char *operation, struct failure *why);
bool need_no_negatives(const struct layout *l, const char *operation, struct failure *why);

#endif
