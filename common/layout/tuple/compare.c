// SPDX-License-Identifier: MIT
//
// compare.c: comparing tuples: equal, congruent, compatible; their order.
#include "node.h"

bool int_tuple_congruent(const struct int_tuple *a, const struct int_tuple *b)
{
    return a->count == b->count && memcmp(a->open, b->open, (size_t)a->count) == 0 &&
           memcmp(a->close, b->close, (size_t)a->count) == 0;
}

bool int_tuple_equal(const struct int_tuple *a, const struct int_tuple *b)
{
    if (!int_tuple_congruent(a, b))
        return false;
    for (int i = 0; i < a->count; i++)
        if (a->value[i] != b->value[i] || int_tuple_mark(a, i) != int_tuple_mark(b, i))
            return false;
    return true;
}

// ---- Comparing trees ----------------------------------------------------------------------------

static bool refines(const struct node *a, const struct node *b, bool sizes)
{
    if (node_is_leaf(a)) {
        int64_t size;
        return !sizes || (node_product(b, &size) && size == node_value(a));
    }
    if (node_is_leaf(b))
        return false;
    int ca = a->begin, cb = b->begin;
    struct node ma, mb;
    for (;;) {
        bool more = node_next(a, &ca, &ma);
        if (more != node_next(b, &cb, &mb))
            return false;
        if (!more)
            return true;
        if (!refines(&ma, &mb, sizes))
            return false;
    }
}

bool int_tuple_weakly_congruent(const struct int_tuple *a, const struct int_tuple *b)
{
    struct node ra = node_root(a), rb = node_root(b);
    return refines(&ra, &rb, false);
}

bool int_tuple_compatible(const struct int_tuple *a, const struct int_tuple *b)
{
    struct node ra = node_root(a), rb = node_root(b);
    return refines(&ra, &rb, true);
}

// ---- Order --------------------------------------------------------------------------------------

static bool nodes_equal(const struct node *a, const struct node *b)
{
    struct failure why;
    struct int_tuple x, y;
    struct builder bx = build(&x), by = build(&y);
    build_node(&bx, a);
    build_node(&by, b);
    return build_done(&bx, &why) && build_done(&by, &why) && int_tuple_equal(&x, &y);
}

enum order { LEX, COLEX, ELEMENTS };

// How far two tuples can be compared: the shorter is less if everything that it has is equal (LEX,
// COLEX) or less (ELEMENTS).
static bool less(bool *out, enum order order, const struct node *a, const struct node *b,
                 struct failure *why)
{
    if (node_is_leaf(a) != node_is_leaf(b))
        return fail(why, "an integer and a tuple cannot be compared");
    if (node_is_leaf(a)) {
        *out = node_value(a) < node_value(b);
        return true;
    }
    int na = node_rank(a), nb = node_rank(b);
    for (int i = 0;; i++) {
        struct node ma, mb;
        if (order == ELEMENTS && i == na)
            return *out = true;
        if (i == nb) {
            *out = false;
            return true;
        }
        if (i == na)
            return *out = true;
        if (!node_get(a, order == COLEX ? na - 1 - i : i, &ma) ||
            !node_get(b, order == COLEX ? nb - 1 - i : i, &mb) || !less(out, order, &ma, &mb, why))
            return false;
        if (order == ELEMENTS ? !*out : *out || !nodes_equal(&ma, &mb))
            return true;
    }
}

static bool compare(bool *out, enum order order, const struct int_tuple *a,
                    const struct int_tuple *b, struct failure *why)
{
    struct node ra = node_root(a), rb = node_root(b);
    return less(out, order, &ra, &rb, why);
}

bool int_tuple_lex_less(bool *out, const struct int_tuple *a, const struct int_tuple *b,
                        struct failure *why)
{
    return compare(out, LEX, a, b, why);
}

bool int_tuple_colex_less(bool *out, const struct int_tuple *a, const struct int_tuple *b,
                          struct failure *why)
{
    return compare(out, COLEX, a, b, why);
}

bool int_tuple_elem_less(bool *out, const struct int_tuple *a, const struct int_tuple *b,
                         struct failure *why)
{
    return compare(out, ELEMENTS, a, b, why);
}
