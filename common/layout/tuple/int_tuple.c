// SPDX-License-Identifier: MIT
//
// int_tuple.c: making and taking apart.
#include "int_tuple.h"

#include "node.h"

void int_tuple_integer(struct int_tuple *out, int64_t value)
{
    struct builder b = build(out);
    build_leaf(&b, value);
}

void int_tuple_flat(struct int_tuple *out, const int64_t *values, int count)
{
    struct builder b = build(out);
    build_open(&b);
    for (int i = 0; i < count; i++)
        build_leaf(&b, values[i]);
    build_close(&b);
}

int int_tuple_rank(const struct int_tuple *t)
{
    struct node root = node_root(t);
    return node_rank(&root);
}

bool int_tuple_all_underscore(const struct int_tuple *t)
{
    for (int i = 0; i < t->count; i++)
        if (int_tuple_mark(t, i) != MARK_UNDERSCORE)
            return false;
    return t->count > 0;
}

bool int_tuple_get(struct int_tuple *out, const struct int_tuple *t, int i, struct failure *why)
{
    struct node root = node_root(t), mode;
    if (!node_get(&root, i, &mode))
        return fail(why, "there is no mode %d among %d", i, node_rank(&root));
    struct builder b = build(out);
    build_node(&b, &mode);
    return build_done(&b, why);
}

bool int_tuple_select(struct int_tuple *out, const struct int_tuple *t, const int *modes, int count,
                      struct failure *why)
{
    struct node root = node_root(t), mode;
    struct builder b = build(out);
    build_open(&b);
    for (int i = 0; i < count; i++) {
        if (!node_get(&root, modes[i], &mode))
            return fail(why, "there is no mode %d among %d", modes[i], node_rank(&root));
        build_node(&b, &mode);
    }
    build_close(&b);
    return build_done(&b, why);
}

// Modes begin .. end-1, inside the existing parentheses.
static void build_range(struct builder *b, const struct int_tuple *t, int begin, int end)
{
    struct node root = node_root(t), mode;
    if (node_is_leaf(&root)) {
        if (begin <= 0 && end >= 1)
            build_node(b, &root);
        return;
    }
    int cursor = 0;
    for (int i = 0; i < end && node_next(&root, &cursor, &mode); i++)
        if (i >= begin)
            build_node(b, &mode);
}

static bool check_range(const struct int_tuple *t, int begin, int end, struct failure *why)
{
    int rank = int_tuple_rank(t);
    if (begin < 0 || begin >= end || end > rank)
        return fail(why, "modes %d to %d are not a range of %d modes", begin, end, rank);
    return true;
}

bool int_tuple_take(struct int_tuple *out, const struct int_tuple *t, int begin, int end,
                    struct failure *why)
{
    if (!check_range(t, begin, end, why))
        return false;
    struct builder b = build(out);
    build_open(&b);
    build_range(&b, t, begin, end);
    build_close(&b);
    return build_done(&b, why);
}

bool int_tuple_group(struct int_tuple *out, const struct int_tuple *t, int begin, int end,
                     struct failure *why)
{
    if (!check_range(t, begin, end, why))
        return false;
    struct builder b = build(out);
    build_open(&b);
    build_range(&b, t, 0, begin);
    build_open(&b);
    build_range(&b, t, begin, end);
    build_close(&b);
    build_range(&b, t, end, LAYOUT_LEAVES);
    build_close(&b);
    return build_done(&b, why);
}

void int_tuple_flatten(struct int_tuple *out, const struct int_tuple *t)
{
    struct builder b = build(out);
    bool leaf = int_tuple_is_leaf(t);
    if (!leaf)
        build_open(&b);
    for (int i = 0; i < t->count; i++)
        build_marked_leaf(&b, t->value[i], int_tuple_mark(t, i));
    if (!leaf)
        build_close(&b);
}

bool int_tuple_unflatten(struct int_tuple *out, const struct int_tuple *t,
                         const struct int_tuple *profile, struct failure *why)
{
    if (int_tuple_depth(t) > 1)
        return fail(why, "unflatten: only a flat tuple can be given other parentheses");
    if (t->count != profile->count)
        return fail(why, "unflatten: %d leaves do not fit a profile of %d", t->count,
                    profile->count);
    struct builder b = build(out);
    for (int i = 0; i < t->count; i++)
        build_marked_leaf(&b, t->value[i], int_tuple_mark(t, i));
    memcpy(out->open, profile->open, sizeof out->open);
    memcpy(out->close, profile->close, sizeof out->close);
    return build_done(&b, why);
}

bool int_tuple_append(struct int_tuple *out, const struct int_tuple *t, const struct int_tuple *x,
                      struct failure *why)
{
    struct builder b = build(out);
    build_open(&b);
    build_range(&b, t, 0, LAYOUT_LEAVES);
    build_tuple(&b, x);
    build_close(&b);
    return build_done(&b, why);
}

bool int_tuple_prepend(struct int_tuple *out, const struct int_tuple *t, const struct int_tuple *x,
                       struct failure *why)
{
    struct builder b = build(out);
    build_open(&b);
    build_tuple(&b, x);
    build_range(&b, t, 0, LAYOUT_LEAVES);
    build_close(&b);
    return build_done(&b, why);
}

bool int_tuple_replace(struct int_tuple *out, const struct int_tuple *t, int i,
                       const struct int_tuple *x, struct failure *why)
{
    if (i < 0 || i >= int_tuple_rank(t))
        return fail(why, "there is no mode %d among %d", i, int_tuple_rank(t));
    struct builder b = build(out);
    build_open(&b);
    build_range(&b, t, 0, i);
    build_tuple(&b, x);
    build_range(&b, t, i + 1, LAYOUT_LEAVES);
    build_close(&b);
    return build_done(&b, why);
}

bool int_tuple_append_to(struct int_tuple *out, const struct int_tuple *t, int rank,
                         const struct int_tuple *x, struct failure *why)
{
    int now = int_tuple_rank(t);
    if (rank < now)
        return fail(why, "append: %d modes cannot become %d", now, rank);
    if (rank > LAYOUT_LEAVES)
        return fail(why, "the result has more than %d leaves", LAYOUT_LEAVES);
    struct builder b = build(out);
    if (rank == now) {
        build_tuple(&b, t);
        return build_done(&b, why);
    }
    build_open(&b);
    build_range(&b, t, 0, LAYOUT_LEAVES);
    for (; now < rank; now++)
        build_tuple(&b, x);
    build_close(&b);
    return build_done(&b, why);
}

bool int_tuple_zip(struct int_tuple *out, const struct int_tuple *a, const struct int_tuple *b,
                   struct failure *why)
{
    struct node ra = node_root(a), rb = node_root(b), ma, mb;
    int rank = node_rank(&ra);
    struct builder r = build(out);
    build_open(&r);
    if (node_is_leaf(&ra)) {
        build_open(&r);
        build_tuple(&r, a);
        build_tuple(&r, b);
        build_close(&r);
        build_close(&r);
        return build_done(&r, why);
    }
    if (rank != node_rank(&rb))
        return fail(why, "zip: %d modes cannot be paired with %d", rank, node_rank(&rb));
    for (int i = 0; i < rank && node_get(&ra, i, &ma) && node_get(&rb, i, &mb); i++) {
        build_open(&r);
        build_node(&r, &ma);
        build_node(&r, &mb);
        build_close(&r);
    }
    build_close(&r);
    return build_done(&r, why);
}

// ---- Slices -------------------------------------------------------------------------------------

// Adds every part of t that meets a `_` of the coordinate (or an integer, to dice): `lifted` parts
// become neighbours, wherever in the tree they were.
static bool pick(struct builder *b, const struct node *coord, const struct node *t,
                 bool underscores, struct failure *why)
{
    if (node_is_leaf(coord)) {
        bool underscore = int_tuple_mark(coord->t, coord->begin) == MARK_UNDERSCORE;
        if (underscore == underscores)
            build_node(b, t);
        return true;
    }
    if (node_is_leaf(t))
        return fail(why, "a tuple cannot be the coordinate of an integer");
    int nc = node_rank(coord), nt = node_rank(t), cc = coord->begin, ct = t->begin;
    if (nc != nt)
        return fail(why, "%d coordinates for %d modes", nc, nt);
    struct node mc, mt;
    while (node_next(coord, &cc, &mc) && node_next(t, &ct, &mt))
        if (!pick(b, &mc, &mt, underscores, why))
            return false;
    return true;
}

static bool picked(struct int_tuple *out, const struct int_tuple *coord, const struct int_tuple *t,
                   bool underscores, struct failure *why)
{
    struct node c = node_root(coord), n = node_root(t);
    struct builder b = build(out);
    const bool tuple = !int_tuple_is_leaf(coord); // an integer or `_`: the whole, or nothing
    if (tuple)
        build_open(&b);
    if (!pick(&b, &c, &n, underscores, why))
        return false;
    if (tuple)
        build_close(&b);
    return build_done(&b, why);
}

bool int_tuple_slice(struct int_tuple *out, const struct int_tuple *coord,
                     const struct int_tuple *t, struct failure *why)
{
    return picked(out, coord, t, true, why);
}

bool int_tuple_dice(struct int_tuple *out, const struct int_tuple *coord, const struct int_tuple *t,
                    struct failure *why)
{
    return picked(out, coord, t, false, why);
}
