// SPDX-License-Identifier: MIT
//
// arithmetic.c: products and quotients of tuples.
#include "node.h"
#include "numbers.h"

bool int_tuple_product(const struct int_tuple *t, int64_t *out, struct failure *why)
{
    struct node root = node_root(t);
    return node_product(&root, out) || fail_overflow(why, "product");
}

bool int_tuple_product_each(struct int_tuple *out, const struct int_tuple *t, struct failure *why)
{
    struct node root = node_root(t), mode;
    struct builder b = build(out);
    int rank = node_rank(&root);
    build_open(&b);
    for (int i = 0; i < rank && node_get(&root, i, &mode); i++) {
        int64_t size;
        if (!node_product(&mode, &size))
            return fail_overflow(why, "product_each");
        build_leaf(&b, size);
    }
    build_close(&b);
    return build_done(&b, why);
}

// ---- Two trees at once --------------------------------------------------------------------------

struct combine {
    const char *name;
    // Two leaves, or a leaf and a product where one tree ends before the other.
    bool (*leaf)(int64_t *out, int64_t a, int64_t b, struct failure *why);
    bool pad;           // b's missing modes are 1
    bool fold;          // a tuple by an integer: from left to right
    bool product_right; // an integer by a tuple: the tuple's product
    bool product_left;  // a tuple by an integer: the tuple's product (product_like)
};

static bool combine(struct builder *out, const struct combine *how, const struct node *a,
                    const struct node *b, struct failure *why);

static bool combine_modes(struct builder *out, const struct combine *how, const struct node *a,
                          const struct node *b, struct failure *why)
{
    struct int_tuple one;
    struct node ma, mb, missing = (int_tuple_integer(&one, 1), node_root(&one));
    int na = node_rank(a), nb = node_rank(b), ca = a->begin, cb = b->begin;
    if (how->pad ? na < nb : na != nb)
        return fail(why, "%s: %d modes meet %d", how->name, na, nb);
    build_open(out);
    while (node_next(a, &ca, &ma))
        if (!combine(out, how, &ma, node_next(b, &cb, &mb) ? &mb : &missing, why))
            return false;
    build_close(out);
    return true;
}

// A tuple divided by an integer: each mode takes what it can, the quotient continues. Returns the
// remainder of b.
static bool combine_fold(struct builder *out, const struct combine *how, const struct node *a,
                         int64_t *b, struct failure *why)
{
    if (node_is_leaf(a)) {
        int64_t quotient;
        if (!how->leaf(&quotient, node_value(a), *b, why) || !how->leaf(b, *b, node_value(a), why))
            return false;
        build_leaf(out, quotient);
        return true;
    }
    struct node mode;
    int cursor = a->begin;
    build_open(out);
    while (node_next(a, &cursor, &mode)) {
        int64_t size, rest = *b;
        if (!combine_fold(out, how, &mode, &rest, why))
            return false;
        if (!node_product(&mode, &size))
            return fail_overflow(why, how->name);
        if (!how->leaf(b, *b, size, why))
            return false;
    }
    build_close(out);
    return true;
}

static bool combine(struct builder *out, const struct combine *how, const struct node *a,
                    const struct node *b, struct failure *why)
{
    bool leaf_a = node_is_leaf(a), leaf_b = node_is_leaf(b);
    if (!leaf_a && !leaf_b)
        return combine_modes(out, how, a, b, why);
    if (!leaf_a && how->fold) {
        int64_t rest = node_value(b);
        return combine_fold(out, how, a, &rest, why);
    }
    if ((!leaf_a && !how->product_left) || (!leaf_b && !how->product_right))
        return fail(why, "%s: a tuple meets an integer", how->name);
    int64_t x, y, value;
    if (!node_product(a, &x) || !node_product(b, &y))
        return fail_overflow(why, how->name);
    if (!how->leaf(&value, x, y, why))
        return false;
    build_leaf(out, value);
    return true;
}

static bool combine_all(struct int_tuple *out, const struct combine *how, const struct int_tuple *a,
                        const struct int_tuple *b, struct failure *why)
{
    struct node ra = node_root(a), rb = node_root(b);
    struct builder builder = build(out);
    return combine(&builder, how, &ra, &rb, why) && build_done(&builder, why);
}

static bool leaf_ceil_div(int64_t *out, int64_t a, int64_t b, struct failure *why)
{
    if (b <= 0 || a < 0)
        return fail(why, "ceil_div: %lld by %lld", (long long)a, (long long)b);
    *out = divide_up(a, b);
    return true;
}

static bool leaf_shape_div(int64_t *out, int64_t a, int64_t b, struct failure *why)
{
    if (b <= 0 || a <= 0)
        return fail(why, "shape_div: %lld by %lld", (long long)a, (long long)b);
    if (a % b != 0 && b % a != 0)
        return fail(why, "shape_div: of %lld and %lld neither divides the other", (long long)a,
                    (long long)b);
    *out = divide_up(a, b);
    return true;
}

static bool leaf_round_up(int64_t *out, int64_t a, int64_t b, struct failure *why)
{
    if (!leaf_ceil_div(out, a, b, why))
        return false;
    return !__builtin_mul_overflow(*out, b, out) || fail_overflow(why, "round_up");
}

static bool leaf_product(int64_t *out, int64_t a, int64_t b, struct failure *why)
{
    return !__builtin_mul_overflow(a, b, out) || fail_overflow(why, "elem_scale");
}

static bool leaf_left(int64_t *out, int64_t a, int64_t b, struct failure *why)
{
    (void)b;
    (void)why;
    *out = a;
    return true;
}

bool int_tuple_ceil_div(struct int_tuple *out, const struct int_tuple *a, const struct int_tuple *b,
                        struct failure *why)
{
    static const struct combine how = {.name = "ceil_div",
                                       .leaf = leaf_ceil_div,
                                       .pad = true,
                                       .fold = true,
                                       .product_right = true};
    return combine_all(out, &how, a, b, why);
}

bool int_tuple_shape_div(struct int_tuple *out, const struct int_tuple *a,
                         const struct int_tuple *b, struct failure *why)
{
    static const struct combine how = {
        .name = "shape_div", .leaf = leaf_shape_div, .fold = true, .product_right = true};
    return combine_all(out, &how, a, b, why);
}

bool int_tuple_round_up(struct int_tuple *out, const struct int_tuple *a, const struct int_tuple *b,
                        struct failure *why)
{
    static const struct combine how = {.name = "round_up", .leaf = leaf_round_up, .pad = true};
    return combine_all(out, &how, a, b, why);
}

bool int_tuple_elem_scale(struct int_tuple *out, const struct int_tuple *a,
                          const struct int_tuple *b, struct failure *why)
{
    static const struct combine how = {
        .name = "elem_scale", .leaf = leaf_product, .product_right = true};
    return combine_all(out, &how, a, b, why);
}

bool int_tuple_product_like(struct int_tuple *out, const struct int_tuple *t,
                            const struct int_tuple *guide, struct failure *why)
{
    static const struct combine how = {
        .name = "product_like", .leaf = leaf_left, .product_left = true};
    return combine_all(out, &how, t, guide, why);
}

bool int_tuple_inner_product(const struct int_tuple *a, const struct int_tuple *b, int64_t *out,
                             struct failure *why)
{
    if (!int_tuple_congruent(a, b))
        return fail(why, "inner_product: the tuples have different parentheses");
    int64_t sum = 0, term;
    for (int i = 0; i < a->count; i++)
        if (__builtin_mul_overflow(a->value[i], b->value[i], &term) ||
            __builtin_add_overflow(sum, term, &sum))
            return fail_overflow(why, "inner_product");
    *out = sum;
    return true;
}
