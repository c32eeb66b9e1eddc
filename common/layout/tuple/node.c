// SPDX-License-Identifier: MIT
//
// node.c: walking through and building tuples.
#include "node.h"

int node_rank(const struct node *n)
{
    if (node_is_leaf(n))
        return 1;
    int rank = 0, cursor = n->begin;
    struct node mode;
    while (node_next(n, &cursor, &mode))
        rank++;
    return rank;
}

bool node_get(const struct node *n, int i, struct node *mode)
{
    if (i < 0)
        return false;
    if (node_is_leaf(n)) {
        *mode = *n;
        return i == 0;
    }
    int cursor = n->begin;
    while (node_next(n, &cursor, mode))
        if (i-- == 0)
            return true;
    return false;
}

bool node_product(const struct node *n, int64_t *out)
{
    int64_t product = 1;
    for (int i = n->begin; i < n->end; i++)
        if (__builtin_mul_overflow(product, n->t->value[i], &product))
            return false;
    *out = product;
    return true;
}

void build_marked_leaf(struct builder *b, int64_t value, uint32_t mark)
{
    struct int_tuple *t = b->out;
    int before = t->count;
    if (mark != MARK_INTEGER && !t->marked) {
        memset(t->mark, 0, sizeof t->mark);
        t->marked = true;
    }
    build_leaf(b, value);
    if (t->count > before && t->marked)
        t->mark[before] = mark;
}

void build_leaf_of(struct builder *b, const struct node *n, int i, int64_t value, uint32_t mark)
{
    const struct int_tuple *t = n->t;
    b->pending += t->open[i] - (i == n->begin ? n->open : 0);
    build_marked_leaf(b, value, mark);
    if (!b->full)
        b->out->close[b->out->count - 1] =
            (unsigned char)(t->close[i] - (i == n->end - 1 ? n->close : 0));
}

void build_node(struct builder *b, const struct node *n)
{
    for (int i = n->begin; i < n->end && !b->full; i++)
        build_leaf_of(b, n, i, n->t->value[i], int_tuple_mark(n->t, i));
}

void build_tuple(struct builder *b, const struct int_tuple *t)
{
    struct node root = node_root(t);
    build_node(b, &root);
}

int int_tuple_depth(const struct int_tuple *t)
{
    int depth = t->count == 0, here = 0;
    for (int i = 0; i < t->count; i++) {
        here += t->open[i];
        depth = here > depth ? here : depth;
        here -= t->close[i];
    }
    return depth;
}

bool build_done(const struct builder *b, struct failure *why)
{
    if (b->full)
        return fail(why, "the result has more than %d leaves", LAYOUT_LEAVES);
    if (int_tuple_depth(b->out) > LAYOUT_DEPTH)
        return fail(why, "the result has more than %d levels of parentheses", LAYOUT_DEPTH);
    return true;
}

// One tuple put into another as a mode: `extra_open` and `extra_close` around it.
static void add_mode(struct int_tuple *out, const struct int_tuple *t, int extra_open,
                     int extra_close)
{
    int at = out->count;
    memcpy(out->open + at, t->open, (size_t)t->count);
    memcpy(out->close + at, t->close, (size_t)t->count);
    for (int i = 0; i < t->count; i++)
        out->value[at + i] = t->value[i];
    out->open[at] = (unsigned char)(out->open[at] + extra_open);
    out->count = at + t->count;
    out->close[out->count - 1] = (unsigned char)(out->close[out->count - 1] + extra_close);
}

bool build_pair(struct int_tuple *out, const struct int_tuple *a, const struct int_tuple *b,
                struct failure *why)
{
    if (a->marked || b->marked || a->count == 0 || b->count == 0 ||
        a->count + b->count > LAYOUT_LEAVES) {
        struct builder r = build(out);
        build_open(&r);
        build_tuple(&r, a);
        build_tuple(&r, b);
        build_close(&r);
        return build_done(&r, why);
    }
    out->count = 0;
    out->marked = false;
    add_mode(out, a, 1, 0);
    add_mode(out, b, 0, 1);
    return true;
}
