// SPDX-License-Identifier: MIT
//
// compose_leaf.c: the result of one leaf of B in A o B.
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
// The result is right if no addition carries from one digit into the next. So every piece reports
// how far it moves each digit at most (the load of the digit), and at the end no load may exceed
// a_j - 1. This costs one addition per piece and rejects exactly the wrong results; see
// piece_drifts() for the one case that needs more.
#include "compose_leaf.h"

#include "../tuple/numbers.h"
#include "../core/tracing.h"

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

// A stride of B that cut an extent without dividing it: 3 in an extent 8 leaves 9 for the next
// piece, which moves digit 0 by 1 in addition to digit 1. Then the piece is right only if A's value
// of its true step is its stride (for example if digit 0 has stride 0), and it loads every digit.
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

// The value of A at d, for a leaf 1:d. Only the text depends on it.
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

bool compose_leaf(struct pieces *p, struct left *left, int64_t s, int64_t d, struct failure *why)
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

bool left_prepare(struct left *left, const struct layout *a, int begin, int end,
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

bool left_check(const struct left *left, bool *doubt, struct failure *why)
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
