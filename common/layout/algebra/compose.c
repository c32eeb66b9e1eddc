// SPDX-License-Identifier: MIT
//
// compose.c: A o B: leaf by leaf, by basis strides, by tilers; compose_leaf.c has the rule.
#include "compose.h"

#include "../tuple/node.h"
#include "compose_leaf.h"
#include "../core/coord.h"
#include "tile.h"
#include "../core/tracing.h"

// Appends the pieces of a leaf of B.
static bool put_pieces(struct layout *out, const struct layout *b, int leaf, const struct pieces *p,
                       struct failure *why)
{
    struct int_tuple *shape = &out->shape, *stride = &out->stride;
    int at = shape->count, last = at + p->count - 1, more = p->count > 1;
    if (at + p->count > LAYOUT_LEAVES)
        return fail(why, "composition: the result has more than %d leaves", LAYOUT_LEAVES);
    for (int k = 0; k < p->count; k++) {
        int i = at + k;
        shape->value[i] = p->shape[k];
        stride->value[i] = p->stride[k];
        shape->open[i] = shape->close[i] = stride->open[i] = stride->close[i] = 0;
        if (p->mark[k] != MARK_INTEGER && !stride->marked) {
            memset(stride->mark, 0, sizeof stride->mark);
            stride->marked = true;
        }
        if (stride->marked)
            stride->mark[i] = p->mark[k];
    }
    shape->open[at] = stride->open[at] = (unsigned char)(b->shape.open[leaf] + more);
    shape->close[last] = stride->close[last] = (unsigned char)(b->shape.close[leaf] + more);
    shape->count = stride->count = last + 1;
    return true;
}

static bool compose(struct layout *out, struct left *left, const struct layout *b, bool *doubt,
                    struct failure *why)
{
    struct pieces pieces;
    out->shape.count = out->stride.count = 0;
    out->shape.marked = out->stride.marked = false;
    for (int i = 0; i < b->shape.count; i++) {
        int64_t s = b->shape.value[i], d = b->stride.value[i];
        if (tracing())
            trace_step("leaf %d of the right layout, %lld:%lld", i, (long long)s, (long long)d);
        if (!compose_leaf(&pieces, left, s, d, why) || !put_pieces(out, b, i, &pieces, why))
            return false;
    }
    return left_check(left, doubt, why);
}

// ---- Basis strides: each leaf acts on the mode of A that its stride names -----------------------

static bool named_mode(struct node *mode, const struct layout *a, uint32_t mark,
                       struct failure *why)
{
    *mode = node_root(&a->shape);
    for (; mark > 1; mark >>= MODE_BITS) {
        struct node inner;
        if (!node_get(mode, (int)(mark & MODE_MASK), &inner))
            return fail(why, "composition: a basis stride names mode %d, which is not there",
                        (int)(mark & MODE_MASK));
        *mode = inner;
    }
    return true;
}

static bool compose_basis(struct layout *out, const struct layout *a, const struct layout *b,
                          struct failure *why)
{
    struct pieces pieces[LAYOUT_LEAVES];
    bool done[LAYOUT_LEAVES] = {false}, doubt = false;
    out->shape.count = out->stride.count = 0;
    out->shape.marked = out->stride.marked = false;
    for (int i = 0; i < b->shape.count; i++) {
        uint32_t mark = int_tuple_mark(&b->stride, i);
        struct node mode;
        struct left left;
        if (done[i])
            continue;
        if (!named_mode(&mode, a, mark, why) || !left_prepare(&left, a, mode.begin, mode.end, why))
            return false;
        for (int k = i; k < b->shape.count; k++) {
            if (int_tuple_mark(&b->stride, k) != mark)
                continue;
            done[k] = true;
            if (!compose_leaf(&pieces[k], &left, b->shape.value[k], b->stride.value[k], why))
                return false;
        }
        if (!left_check(&left, &doubt, why))
            return false;
    }
    for (int i = 0; i < b->shape.count; i++)
        if (!put_pieces(out, b, i, &pieces[i], why))
            return false;
    return true;
}

// ---- The operations -----------------------------------------------------------------------------

// Tests R(i) = A(B(i)) for every i.
static bool same_function(const struct layout *a, const struct layout *b, const struct layout *r)
{
    struct failure why;
    int64_t size, at, x, y;
    if (r->stride.marked || !layout_size(b, &size, &why) || size > LAYOUT_ENUMERATE)
        return false;
    for (int64_t i = 0; i < size; i++)
        if (!layout_at(b, i, &at, &why) || !layout_at(a, at, &x, &why) ||
            !layout_at(r, i, &y, &why) || x != y)
            return false;
    return true;
}

static bool composition(struct layout *out, const struct layout *a, const struct layout *b,
                        struct failure *why)
{
    struct left left;
    bool doubt = false;
    if (b->stride.marked)
        return compose_basis(out, a, b, why);
    if (!left_prepare(&left, a, 0, a->shape.count, why))
        return false;
    if (compose(out, &left, b, &doubt, why))
        return true;
    return doubt && same_function(a, b, out);
}

bool layout_composition(struct layout *out, const struct layout *a, const struct layout *b,
                        struct failure *why)
{
    if (tracing())
        trace_enter("composition %s o %s", trace_layout(a).text, trace_layout(b).text);
    return trace_leave(composition(out, a, b, why), out);
}

// Are all digits 0 .. extent-1 of leaf j visited? In order of their steps, no piece may step over
// more than the previous pieces reach.
static bool covers_leaf(const struct cover *cover, int j, int64_t extent)
{
    bool used[LAYOUT_LEAVES] = {false};
    int64_t reached = 0;
    for (;;) {
        int least = -1;
        for (int i = 0; i < cover->count; i++)
            if (!used[i] && cover->leaf[i] == j && cover->times[i] > 1 &&
                (least < 0 || cover->step[i] < cover->step[least]))
                least = i;
        if (reached >= extent - 1)
            return true;
        if (least < 0 || cover->step[least] <= 0 || cover->step[least] > reached + 1)
            return false;
        int64_t reach;
        used[least] = true;
        if (__builtin_mul_overflow(cover->times[least] - 1, cover->step[least], &reach) ||
            __builtin_add_overflow(reached, reach, &reached))
            return true;
    }
}

// CuTe's rule with the pieces noted, ignoring carries.
static bool by_rule(struct layout *out, const struct layout *a, const struct layout *b,
                    struct cover *cover, struct failure *why)
{
    struct left left;
    bool doubt;
    if (b->stride.marked || a->stride.marked)
        return fail(why, "composition: basis strides");
    cover->count = 0;
    if (!left_prepare(&left, a, 0, a->shape.count, why))
        return false;
    left.cover = cover;
    return compose(out, &left, b, &doubt, why);
}

bool layout_composition_by_rule(struct layout *out, const struct layout *a, const struct layout *b,
                                struct failure *why)
{
    struct cover cover;
    return by_rule(out, a, b, &cover, why);
}

bool layout_composition_over(struct layout *out, const struct layout *a, const struct layout *tile,
                             const struct layout *both, struct failure *why)
{
    struct failure inner;
    struct layout exact;
    struct leaves leaves;
    struct cover cover;
    if (layout_composition(out, a, both, why))
        return true;
    if (!layout_composition(&exact, a, tile, &inner) || !by_rule(out, a, both, &cover, &inner) ||
        !leaves_of(&leaves, a, 0, a->shape.count, false, false, &inner))
        return false;
    for (int j = 0; j < leaves.count; j++)
        if (!covers_leaf(&cover, j, leaves.shape[j]))
            return false;
    if (tracing())
        trace_step("the last tiles hang over the edge of an inner leaf: = %s",
                   trace_layout(out).text);
    return true;
}

bool layout_composition_tiler(struct layout *out, const struct layout *a, const struct tiler *b,
                              struct failure *why)
{
    return tile_composed(out, a, b, layout_composition, "composition", why);
}

bool layout_with_shape(struct layout *out, const struct layout *a, const struct int_tuple *shape,
                       struct failure *why)
{
    struct layout compact;
    return layout_left(&compact, shape, why) && layout_composition(out, a, &compact, why);
}
