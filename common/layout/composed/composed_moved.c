// SPDX-License-Identifier: MIT
//
// composed_moved.c: swizzles moved past layouts: compositions, inverses and slices of swizzled
// layouts. Moved past a layout, a swizzle may no longer be one, so each result is verified.
#include "composed.h"

#include "../algebra/compose.h"
#include "../core/coord.h"
#include "../algebra/inverse.h"
#include "../tuple/numbers.h"
#include "../algebra/simplify.h"
#include "../algebra/slice.h"
#include "../core/tracing.h"

// ---- Verifying ----------------------------------------------------------------------------------

// Does a layout move bits: every leaf 2^a : 2^b, no two leaves on the same bit? Then it is linear
// over xor, and so is everything composed of it and of swizzles: what holds for 0 and the powers of
// two holds everywhere.
static bool moves_bits(const struct layout *l, int64_t *mask)
{
    *mask = 0;
    for (int i = 0; i < l->shape.count; i++) {
        int64_t s = l->shape.value[i], d = l->stride.value[i], bits;
        if (s <= 0 || (s & (s - 1)) != 0 || d < 0 || (d & (d - 1)) != 0)
            return false;
        if (__builtin_mul_overflow(s - 1, d, &bits) || (bits & *mask) != 0)
            return false;
        *mask |= bits;
    }
    return true;
}

// Is l, which moves bits, used only for its own elements? Beyond them only the last mode continues,
// and its offsets may collide with those of the other modes.
static bool in_domain(const struct layout *l, int64_t bits, const struct swizzle *s)
{
    struct failure why;
    int64_t size;
    return layout_size(l, &size, &why) && (bits | swizzle_z(s)) < size;
}

typedef bool agrees_at(const void *context, int64_t index);

// Do two functions agree on 0 .. size-1? Tested at the powers of two if they are linear, otherwise
// everywhere, up to LAYOUT_ENUMERATE elements.
static bool agree(int64_t size, bool linear, agrees_at *at, const void *context)
{
    if (!linear && size > LAYOUT_ENUMERATE)
        return false;
    if (size > 0 && !at(context, 0))
        return false;
    for (int64_t i = 1; i > 0 && i < size; i = linear ? i << 1 : i + 1)
        if (!at(context, i))
            return false;
    return true;
}

// A swizzle that was moved past a layout may not fit, although the original one does nothing,
// because it reads bits that no offset has. Then the layout alone is right.
static bool agree_moved(struct composed_layout *r, int64_t size, bool linear, agrees_at *at,
                        const void *context)
{
    if (agree(size, linear, at, context))
        return true;
    r->swizzled = false;
    return agree(size, linear, at, context);
}

// ---- Composition --------------------------------------------------------------------------------

struct composition {
    const struct layout *a;
    const struct composed_layout *b, *r;
};

static bool composes_at(const void *context, int64_t i)
{
    const struct composition *c = context;
    struct failure why;
    int64_t inner = 0, expected = 0, got = 0;
    return composed_at(c->b, i, &inner, &why) && layout_at(c->a, inner, &expected, &why) &&
           composed_at(c->r, i, &got, &why) && expected == got;
}

// a o Sw: the masks of the swizzle that does the same after a.
static bool move_swizzle(struct swizzle *out, const struct layout *a, const struct swizzle *s,
                         struct failure *why)
{
    int64_t y, z;
    return layout_at(a, swizzle_y(s), &y, why) && layout_at(a, swizzle_z(s), &z, why) &&
           swizzle_from_masks(out, y, z, why);
}

bool composed_composition(struct composed_layout *out, const struct composed_layout *a,
                          const struct composed_layout *b, struct failure *why)
{
    struct swizzle s;
    int64_t size, bits_a, bits_b;
    if (!b->swizzled) {
        out->swizzled = a->swizzled;
        out->swizzle = a->swizzle;
        out->offset = a->offset;
        return layout_composition(&out->layout, &a->layout, &b->layout, why);
    }
    if (a->swizzled)
        return fail(why, "composition: two swizzled layouts");
    if (b->offset != 0)
        return fail(why, "composition: an offset after the swizzle of the right layout");
    if (!move_swizzle(&s, &a->layout, &b->swizzle, why) ||
        !layout_composition(&out->layout, &a->layout, &b->layout, why) ||
        !layout_size(&b->layout, &size, why))
        return false;
    out->swizzled = s.bits != 0;
    out->swizzle = s;
    out->offset = 0;
    struct composition c = {&a->layout, b, out};
    bool linear = moves_bits(&a->layout, &bits_a) && moves_bits(&b->layout, &bits_b) &&
                  in_domain(&a->layout, bits_b, &b->swizzle);
    return agree_moved(out, size, linear, composes_at, &c) ||
           fail(why, "composition: the swizzle cannot be moved past %s",
                trace_layout(&a->layout).text);
}

// ---- Inverses -----------------------------------------------------------------------------------

struct inverse {
    const struct composed_layout *a, *r;
};

static bool right_at(const void *context, int64_t i)
{
    const struct inverse *v = context;
    struct failure why;
    int64_t index = 0, offset = 0;
    return composed_at(v->r, i, &index, &why) && composed_at(v->a, index, &offset, &why) &&
           offset == i;
}

static bool left_at(const void *context, int64_t i)
{
    const struct inverse *v = context;
    struct failure why;
    int64_t offset = 0, index = 0, again = 0;
    return composed_at(v->a, i, &offset, &why) && composed_at(v->r, offset, &index, &why) &&
           composed_at(v->a, index, &again, &why) && again == offset;
}

// The inverse of Sw o L is L^-1 o Sw; with the swizzle moved to the left, Sw' o L^-1.
static bool inverse(struct composed_layout *out, const struct composed_layout *a, bool right,
                    struct failure *why)
{
    struct swizzle s = {0, 0, 0};
    int64_t size, bits_a, bits_r;
    const char *name = right ? "right_inverse" : "left_inverse";
    if (!(right ? layout_right_inverse : layout_left_inverse)(&out->layout, &a->layout, why))
        return false;
    out->swizzled = false;
    out->swizzle = s;
    out->offset = 0;
    if (!a->swizzled)
        return true;
    if (a->offset != 0)
        return fail(why, "%s: of a swizzled layout with an offset", name);
    if (!move_swizzle(&s, &out->layout, &a->swizzle, why) ||
        !layout_size(right ? &out->layout : &a->layout, &size, why))
        return false;
    out->swizzled = s.bits != 0;
    out->swizzle = s;
    // Coalesced, because the inverse also ignores a last extent 1.
    struct composed_layout plain = *a;
    if (!layout_coalesce(&plain.layout, &a->layout, why))
        return false;
    struct inverse v = {&plain, out};
    bool linear = moves_bits(&a->layout, &bits_a) && moves_bits(&out->layout, &bits_r) &&
                  in_domain(&a->layout, bits_r, &s) &&
                  (right || in_domain(&out->layout, bits_a, &a->swizzle));
    return agree_moved(out, size, linear, right ? right_at : left_at, &v) ||
           fail(why, "%s: the swizzle cannot be moved past %s", name,
                trace_layout(&out->layout).text);
}

bool composed_right_inverse(struct composed_layout *out, const struct composed_layout *a,
                            struct failure *why)
{
    return inverse(out, a, true, why);
}

bool composed_left_inverse(struct composed_layout *out, const struct composed_layout *a,
                           struct failure *why)
{
    return inverse(out, a, false, why);
}

// ---- Slices -------------------------------------------------------------------------------------

// What swizzle(base + x) - swizzle(base) is for the x of a slice that touches only the bits that
// are read, or only the bits that change: bit by bit a plain stride.
static bool decayed(struct layout *out, const struct swizzle *s, int64_t base, struct failure *why)
{
    int64_t shape[LAYOUT_LEAVES], stride[LAYOUT_LEAVES];
    int distance = s->shift < 0 ? -s->shift : s->shift, n = 0;
    if (2 * s->bits + 3 > LAYOUT_LEAVES)
        return fail(why, "slice: a swizzle of %d bits", s->bits);
    shape[n] = (int64_t)1 << s->base;
    stride[n++] = 1;
    for (int high = 0; high < 2; high++) {
        for (int i = 0; i < s->bits; i++) {
            int64_t bit = (int64_t)1 << (s->base + i + (high ? distance : 0));
            shape[n] = 2;
            stride[n++] = swizzle_apply(s, base ^ bit) - swizzle_apply(s, base);
        }
        if (high == 0) {
            shape[n] = (int64_t)1 << (distance - s->bits);
            stride[n++] = (int64_t)1 << (s->base + s->bits);
        }
    }
    shape[n] = 1; // all higher bits
    stride[n++] = (int64_t)1 << (s->base + s->bits + distance);
    int_tuple_flat(&out->shape, shape, n);
    int_tuple_flat(&out->stride, stride, n);
    return true;
}

struct sliced {
    const struct composed_layout *whole, *part;
    const struct layout *slice; // of the swizzled layout
    int64_t fixed, offset;      // of the fixed coordinates: before, and after all
};

static bool slices_at(const void *context, int64_t i)
{
    const struct sliced *s = context;
    struct failure why;
    int64_t inner = 0, expected = 0, got = 0;
    return layout_at(s->slice, i, &inner, &why) &&
           !__builtin_add_overflow(inner, s->fixed, &inner) &&
           composed_through(s->whole, inner, &expected, &why) &&
           composed_at(s->part, i, &got, &why) && !__builtin_add_overflow(got, s->offset, &got) &&
           got == expected;
}

bool composed_slice_and_offset(struct composed_layout *out, int64_t *offset,
                               const struct int_tuple *coord, const struct composed_layout *l,
                               struct failure *why)
{
    struct layout slice, plain;
    int64_t fixed, size, bits;
    const struct swizzle *s = &l->swizzle;
    if (!layout_slice(&slice, coord, &l->layout, why) ||
        !layout_crd2idx(&l->layout, coord, &fixed, why) || !layout_size(&slice, &size, why))
        return false;
    if (!l->swizzled) {
        composed_plain(out, &slice);
        *offset = fixed;
        return true;
    }
    out->swizzled = true;
    out->swizzle = *s;
    out->offset = l->offset;
    out->layout = slice;
    *offset = 0;
    if (int_tuple_all_underscore(coord))
        return true;
    // The bits that the swizzle reads or changes stay swizzled; the other bits do not.
    int64_t touched = swizzle_y(s) | swizzle_z(s);
    int64_t base = l->offset ^ (fixed & touched), past = fixed & ~touched, active = 0;
    bool linear = moves_bits(&slice, &bits) && fixed >= 0 && l->offset >= 0 &&
                  (fixed & l->offset) == 0 && ((fixed | l->offset) & bits) == 0;
    if (size > 0 && !layout_at(&slice, size - 1, &active, why))
        return false;
    active &= touched;
    out->offset = base;
    *offset = past;
    if ((active & ~swizzle_apply(s, active)) == 0) {
        if (!decayed(&plain, s, base, why) ||
            !layout_composition(&out->layout, &plain, &slice, why))
            return false;
        out->swizzled = false;
        if (__builtin_add_overflow(swizzle_apply(s, base), past, offset))
            return fail_overflow(why, "slice");
    }
    struct sliced check = {l, out, &slice, fixed, *offset};
    return (linear && out->swizzled) || agree(size, linear, slices_at, &check) ||
           fail(why, "slice: the fixed coordinates and the slice meet in bits of the swizzle");
}
