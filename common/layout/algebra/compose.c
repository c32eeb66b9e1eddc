// SPDX-License-Identifier: MIT
//
// compose.c: A o B.
//
// A coordinate of A is a number in a mixed radix: leaf j of (coalesced) A is digit j, its extent
// a_j the radix, and A adds digit * stride over the digits. A leaf s:d of B lists the numbers
// 0, d, 2d, .. (s-1)d. Walking over A's leaves from the left finds out how these look in digits:
//
//     d is a multiple of a_j     digit j is always 0; go on with d / a_j
//     d is less than a_j         digit j steps by d: n = ceil(a_j / d) steps fit into it. With
//                                fewer elements that is all. With more, one leaf n : d * b_j of the
//                                result is done and the rest counts on with 1 in digit j + 1.
//
// The result is right if no addition ever carries from one digit into the next. So every piece
// reports how far it moves each digit at most (the load of the digit), and in the end no load may
// exceed a_j - 1. That costs one addition per piece and refuses exactly the wrong answers; see
// piece_drifts() for the one case that needs more.
#include "compose.h"

#include "coord.h"
#include "internal.h"
#include "simplify.h"

// What one leaf of B becomes.
struct pieces {
    int count;
    int64_t shape[LAYOUT_LEAVES];
    int64_t stride[LAYOUT_LEAVES];
    uint32_t mark[LAYOUT_LEAVES];
};

// Which digits the pieces step through, for who wants to know what is covered.
struct cover {
    int count;
    int leaf[LAYOUT_LEAVES];
    int64_t step[LAYOUT_LEAVES], times[LAYOUT_LEAVES];
};

// The left layout and what has been put upon it.
struct left {
    struct leaves leaves;        // coalesced, the last one open-ended
    int64_t load[LAYOUT_LEAVES]; // how far each digit is moved by all pieces together
    bool up, down;               // some piece goes up, down
    bool doubt;                  // only trying out can tell whether the result is right
    struct cover *cover;         // not NULL: note the pieces, and do not mind carries
};

static bool add_piece(struct pieces *p, struct left *left, int leaf, int64_t shape, int64_t d,
                      struct failure *why)
{
    const struct leaves *a = &left->leaves;
    int64_t stride;
    if (__builtin_mul_overflow(d, a->stride[leaf], &stride))
        return fail_overflow(why, "composition");
    if (p->count == LAYOUT_LEAVES)
        return fail(why, "composition: the result has more than %d leaves", LAYOUT_LEAVES);
    p->shape[p->count] = shape;
    p->stride[p->count] = stride;
    p->mark[p->count++] = a->marked ? a->mark[leaf] : (uint32_t)MARK_INTEGER;
    if (left->cover != NULL && left->cover->count < LAYOUT_LEAVES) {
        int i = left->cover->count++;
        left->cover->leaf[i] = leaf;
        left->cover->step[i] = d;
        left->cover->times[i] = shape;
    }
    if (tracing())
        trace_step("gives %lld:%lld (stride %lld times %lld)", (long long)shape, (long long)stride,
                   (long long)d, (long long)a->stride[leaf]);
    return true;
}

static void add_load(struct left *left, int leaf, int64_t steps, int64_t step)
{
    int64_t load;
    if (__builtin_mul_overflow(steps, step, &load) ||
        __builtin_add_overflow(left->load[leaf], load, &load))
        load = INT64_MAX;
    left->load[leaf] = load;
}

// A stride of B that an extent was cut by without dividing it: 3 in an extent 8 leaves 9 for the
// next piece, which moves digit 0 by 1 besides digit 1. Then the piece is right only if A's value
// of its true step is its stride (as where digit 0 has stride 0), and it loads every digit.
static bool piece_drifts(struct left *left, const struct pieces *p, int64_t step, int64_t sign,
                         struct failure *why)
{
    const struct leaves *a = &left->leaves;
    int64_t steps = p->shape[p->count - 1] - 1, rest = step, value = 0, term;
    for (int j = 0; j < a->count; j++) {
        int64_t digit = j < a->count - 1 ? rest % a->shape[j] : rest;
        if (j < a->count - 1)
            rest /= a->shape[j];
        add_load(left, j, steps, digit);
        if (__builtin_mul_overflow(digit, a->stride[j], &term) ||
            __builtin_add_overflow(value, term, &value))
            return fail_overflow(why, "composition");
    }
    left->doubt = true;
    if (steps > 0 && value * sign != p->stride[p->count - 1])
        return fail(
            why,
            "composition: the leaf cut to %lld:%lld must step over %lld elements of the left "
            "layout, which are %lld apart",
            (long long)p->shape[p->count - 1], (long long)p->stride[p->count - 1], (long long)step,
            (long long)value * sign);
    return true;
}

// The value of A at d, for a leaf 1:d. Nothing depends on it but the text.
static bool single_element(struct pieces *p, const struct left *left, int64_t d,
                           struct failure *why)
{
    const struct leaves *a = &left->leaves;
    int64_t value = 0, term;
    for (int j = 0; j < a->count; j++) {
        int64_t digit = j < a->count - 1 ? d % a->shape[j] : d;
        if (j < a->count - 1)
            d /= a->shape[j];
        if (__builtin_mul_overflow(digit, a->stride[j], &term) ||
            __builtin_add_overflow(value, term, &value))
            return fail_overflow(why, "composition");
    }
    p->count = 1;
    p->shape[0] = 1;
    p->stride[0] = value;
    p->mark[0] = MARK_INTEGER;
    return true;
}

// A leaf s:d of B on an A of several leaves. d != 0.
static bool walk(struct pieces *p, struct left *left, int64_t s, int64_t d, struct failure *why)
{
    const struct leaves *a = &left->leaves;
    const int64_t whole = d, sign = d < 0 ? -1 : 1;
    int64_t taken = 1; // elements of the leaf that the pieces so far enumerate
    bool drift = false;
    if (s > 1) {
        left->up |= d > 0;
        left->down |= d < 0;
    }
    for (int j = 0; j < a->count - 1; j++) {
        int64_t extent = a->shape[j], step = magnitude(d);
        if (step == 0) // compose_leaf() has seen to that
            break;
        if (step >= extent) {
            int64_t next = divide(step, extent);
            if (next * extent != step) {
                if (s == 1 && p->count == 0 && !a->marked)
                    return single_element(p, left, whole, why);
                return fail(why,
                            "composition: stride %lld of the right layout is neither a multiple of "
                            "extent %lld of leaf %d of the left layout nor below it",
                            (long long)d, (long long)extent, j);
            }
            if (tracing())
                trace_step("stride %lld passes over leaf %d (%lld:%lld): %lld / %lld = %lld",
                           (long long)d, j, (long long)extent, (long long)a->stride[j],
                           (long long)d, (long long)extent, (long long)next * sign);
            d = next * sign;
            continue;
        }
        if (s == 1) { // nothing to take: only the stride goes on
            if (p->count > 0)
                break;
            d = sign;
            continue;
        }
        int64_t fit = divide_up(extent, step), take = fit < s ? fit : s;
        int64_t times = divide(s, take);
        if (tracing())
            trace_step("leaf %d (%lld:%lld) has room for ceil(%lld / %lld) = %lld steps of %lld; "
                       "%lld are wanted, so take %lld",
                       j, (long long)extent, (long long)a->stride[j], (long long)extent,
                       (long long)step, (long long)fit, (long long)step, (long long)s,
                       (long long)take);
        if (times * take != s)
            return fail(
                why,
                "composition: extent %lld of the right layout is not a multiple of the %lld "
                "steps of %lld that leaf %d of the left layout (%lld:%lld) has",
                (long long)s, (long long)take, (long long)step, j, (long long)extent,
                (long long)a->stride[j]);
        if (!add_piece(p, left, j, take, d, why))
            return false;
        if (drift) {
            if (__builtin_mul_overflow(taken, magnitude(whole), &step))
                return fail_overflow(why, "composition");
            if (!piece_drifts(left, p, step, sign, why))
                return false;
        } else {
            add_load(left, j, take - 1, step);
        }
        taken *= take;
        s = times;
        if (s == 1)
            break;
        drift = drift || (extent % step != 0 && left->cover == NULL);
        d = sign;
    }
    if (s == 1 && p->count > 0)
        return true;
    if (!add_piece(p, left, a->count - 1, s, d, why))
        return false;
    int64_t step;
    if (!drift)
        return true;
    if (__builtin_mul_overflow(taken, magnitude(whole), &step))
        return fail_overflow(why, "composition");
    return piece_drifts(left, p, step, sign, why);
}

static bool compose_leaf(struct pieces *p, struct left *left, int64_t s, int64_t d,
                         struct failure *why)
{
    p->count = 0;
    if (d == 0 || s == 0 || left->leaves.count == 0) {
        p->count = 1;
        p->shape[0] = s;
        p->stride[0] = 0;
        p->mark[0] = MARK_INTEGER;
        return true;
    }
    if (left->leaves.count == 1)
        return add_piece(p, left, 0, s, d, why);
    return walk(p, left, s, d, why);
}

static bool prepare(struct left *left, const struct layout *a, int begin, int end,
                    struct failure *why)
{
    for (int j = 0; j < end - begin; j++)
        left->load[j] = 0;
    left->up = left->down = left->doubt = false;
    left->cover = NULL;
    if (!leaves_of(&left->leaves, a, begin, end, true, false, why))
        return false;
    for (int j = 0; j < left->leaves.count - 1; j++)
        if (left->leaves.shape[j] == 0)
            return fail(why, "composition: leaf %d of the left layout is empty", j);
    return true;
}

// Whether no digit can carry; *doubt: try it out.
static bool check_loads(struct left *left, bool *doubt, struct failure *why)
{
    const struct leaves *a = &left->leaves;
    if (a->count < 2 || left->cover != NULL)
        return true;
    if (left->up && left->down) {
        *doubt = true;
        return fail(why, "composition: strides of both signs in the right layout");
    }
    for (int j = 0; j < a->count - 1; j++) {
        if (left->load[j] < a->shape[j])
            continue;
        *doubt = left->doubt;
        return fail(why,
                    "composition: the modes of the right layout together move leaf %d of the left "
                    "layout (%lld:%lld) by up to %lld, beyond its extent: the sum carries into the "
                    "next leaf",
                    j, (long long)a->shape[j], (long long)a->stride[j], (long long)left->load[j]);
    }
    return true;
}

static void put_pieces(struct layout *out, const struct layout *b, int leaf, const struct pieces *p)
{
    struct int_tuple *shape = &out->shape, *stride = &out->stride;
    int at = shape->count, last = at + p->count - 1, more = p->count > 1;
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
        if (!compose_leaf(&pieces, left, s, d, why))
            return false;
        if (out->shape.count + pieces.count > LAYOUT_LEAVES)
            return fail(why, "composition: the result has more than %d leaves", LAYOUT_LEAVES);
        put_pieces(out, b, i, &pieces);
    }
    return check_loads(left, doubt, why);
}

// ---- Basis strides: each leaf acts on the mode of A that its stride names -----------------------

enum { MODE_BITS = 6, MODE_MASK = (1 << MODE_BITS) - 1 };

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
        if (!named_mode(&mode, a, mark, why) || !prepare(&left, a, mode.begin, mode.end, why))
            return false;
        for (int k = i; k < b->shape.count; k++) {
            if (int_tuple_mark(&b->stride, k) != mark)
                continue;
            done[k] = true;
            if (!compose_leaf(&pieces[k], &left, b->shape.value[k], b->stride.value[k], why))
                return false;
        }
        if (!check_loads(&left, &doubt, why))
            return false;
    }
    for (int i = 0; i < b->shape.count; i++) {
        if (out->shape.count + pieces[i].count > LAYOUT_LEAVES)
            return fail(why, "composition: the result has more than %d leaves", LAYOUT_LEAVES);
        put_pieces(out, b, i, &pieces[i]);
    }
    return true;
}

// ---- The operations -----------------------------------------------------------------------------

// R(i) = A(B(i)) for every i, by trying.
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
    if (!prepare(&left, a, 0, a->shape.count, why))
        return false;
    if (compose(out, &left, b, &doubt, why))
        return true;
    return doubt && same_function(a, b, out);
}

bool layout_composition(struct layout *out, const struct layout *a, const struct layout *b,
                        struct failure *why)
{
    if (!tracing())
        return composition(out, a, b, why);
    trace_enter("composition %s o %s", trace_layout(a).text, trace_layout(b).text);
    bool ok = composition(out, a, b, why);
    trace_leave(ok ? out : NULL);
    return ok;
}

// Whether digits 0 .. extent-1 of leaf j are all stepped through: taken in order of their steps, no
// piece may step over more than the ones before it reach.
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

// CuTe's rule with the pieces noted, without minding carries.
static bool by_rule(struct layout *out, const struct layout *a, const struct layout *b,
                    struct cover *cover, struct failure *why)
{
    struct left left;
    bool doubt;
    if (b->stride.marked || a->stride.marked)
        return fail(why, "composition: basis strides");
    cover->count = 0;
    if (!prepare(&left, a, 0, a->shape.count, why))
        return false;
    left.cover = cover;
    return compose(out, &left, b, &doubt, why);
}

bool composition_by_rule(struct layout *out, const struct layout *a, const struct layout *b,
                         struct failure *why)
{
    struct cover cover;
    return by_rule(out, a, b, &cover, why);
}

bool composition_over(struct layout *out, const struct layout *a, const struct layout *tile,
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

static bool by_mode(struct layout_builder *r, const struct layout *a, const struct tiler *t,
                    struct failure *why)
{
    struct layout tile, result;
    if (!tiler_is_tuple(t)) {
        if (t->kind[0] == TILER_UNDERSCORE) {
            build_layout_all(r, a);
            return true;
        }
        if (!tiler_layout(&tile, t, why) || !layout_composition(&result, a, &tile, why))
            return false;
        build_layout_all(r, &result);
        return true;
    }
    int rank = tiler_rank(t), modes = layout_rank(a);
    if (rank > modes)
        return fail(why, "composition: the tiler has %d modes, the layout %d", rank, modes);
    build_layout_open(r);
    for (int i = 0; i < rank; i++) {
        struct tiler mode_tiler;
        if (!layout_get(&tile, a, i, why) || !tiler_get(&mode_tiler, t, i, why) ||
            !by_mode(r, &tile, &mode_tiler, why))
            return false;
    }
    build_layout_close(r);
    return true;
}

bool layout_composition_tiler(struct layout *out, const struct layout *a, const struct tiler *b,
                              struct failure *why)
{
    struct layout_builder r = build_layout(out);
    return by_mode(&r, a, b, why) && build_layout_done(&r, why);
}

bool layout_with_shape(struct layout *out, const struct layout *a, const struct int_tuple *shape,
                       struct failure *why)
{
    struct layout compact;
    return layout_left(&compact, shape, why) && layout_composition(out, a, &compact, why);
}
