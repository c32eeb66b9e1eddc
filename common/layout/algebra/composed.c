// SPDX-License-Identifier: MIT
//
// composed.c: layouts behind a swizzle, c -> swizzle(offset + layout(c)).
#include "internal.h"
#include "inverse.h"
#include "recast.h"
#include "simplify.h"
#include "swizzle.h"

void composed_plain(struct composed_layout *out, const struct layout *l)
{
    out->swizzled = false;
    out->swizzle = (struct swizzle){0, 0, 0};
    out->offset = 0;
    out->layout = *l;
}

void composed_make(struct composed_layout *out, const struct swizzle *s, int64_t offset,
                   const struct layout *l)
{
    out->swizzled = s->bits != 0 || offset != 0;
    out->swizzle = *s;
    out->offset = offset;
    out->layout = *l;
}

static bool through(const struct composed_layout *l, int64_t inner, int64_t *out,
                    struct failure *why)
{
    if (l->swizzled) {
        if (__builtin_add_overflow(inner, l->offset, &inner))
            return fail_overflow(why, "a swizzled layout");
        inner = swizzle_apply(&l->swizzle, inner);
    }
    *out = inner;
    return true;
}

bool composed_at(const struct composed_layout *l, int64_t index, int64_t *out, struct failure *why)
{
    int64_t inner;
    return layout_at(&l->layout, index, &inner, why) && through(l, inner, out, why);
}

bool composed_crd2idx(const struct composed_layout *l, const struct int_tuple *coord, int64_t *out,
                      struct failure *why)
{
    int64_t inner;
    return layout_crd2idx(&l->layout, coord, &inner, why) && through(l, inner, out, why);
}

// ---- Verifying ----------------------------------------------------------------------------------

// Whether a layout moves bits: every leaf 2^a : 2^b, no two leaves on the same bit. Then it is
// linear over xor, and so is everything made of it and of swizzles: what holds for 0 and the powers
// of two holds everywhere.
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

// Whether l, which moves bits, is asked for no more than its own elements: beyond them only the
// last mode goes on, and its offsets may meet those of the others.
static bool in_domain(const struct layout *l, int64_t bits, const struct swizzle *s)
{
    struct failure why;
    int64_t size;
    return layout_size(l, &size, &why) && (bits | swizzle_z(s)) < size;
}

typedef bool agrees_at(const void *context, int64_t index);

// Whether two functions agree on 0 .. size-1: at the powers of two if they are linear, otherwise
// everywhere, as far as LAYOUT_ENUMERATE allows.
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

// A swizzle that was moved past a layout may not fit, although the one it stands for does nothing:
// it reads bits that no offset has. Then the layout alone is right.
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

// a o Sw: the masks of the swizzle that does the same behind a.
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
        return fail(why, "composition: an offset behind the swizzle of the right layout");
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
           fail(why, "composition: the swizzle cannot be moved behind %s",
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
    // Coalesced: the inverse knows nothing of a last extent 1 either.
    struct composed_layout plain = *a;
    if (!layout_coalesce(&plain.layout, &a->layout, why))
        return false;
    struct inverse v = {&plain, out};
    bool linear = moves_bits(&a->layout, &bits_a) && moves_bits(&out->layout, &bits_r) &&
                  in_domain(&a->layout, bits_r, &s) &&
                  (right || in_domain(&out->layout, bits_a, &a->swizzle));
    return agree_moved(out, size, linear, right ? right_at : left_at, &v) ||
           fail(why, "%s: the swizzle cannot be moved behind %s", name,
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

// ---- Recast -------------------------------------------------------------------------------------

bool composed_upcast(struct composed_layout *out, int64_t n, const struct composed_layout *l,
                     struct failure *why)
{
    if (!layout_upcast(&out->layout, n, &l->layout, why))
        return false;
    out->swizzled = l->swizzled;
    out->swizzle = l->swizzle;
    out->offset = l->offset / n;
    if (!l->swizzled)
        return true;
    if (l->offset % n != 0)
        return fail(why, "upcast: the factor %lld does not divide the offset %lld", (long long)n,
                    (long long)l->offset);
    return swizzle_upcast(&out->swizzle, n, &l->swizzle, why);
}

bool composed_downcast(struct composed_layout *out, int64_t n, const struct composed_layout *l,
                       struct failure *why)
{
    if (!layout_downcast(&out->layout, n, &l->layout, why))
        return false;
    out->swizzled = l->swizzled;
    out->swizzle = l->swizzle;
    if (__builtin_mul_overflow(l->offset, n, &out->offset))
        return fail_overflow(why, "downcast");
    return !l->swizzled || swizzle_downcast(&out->swizzle, n, &l->swizzle, why);
}

bool composed_recast(struct composed_layout *out, int64_t old_bits, int64_t new_bits,
                     const struct composed_layout *l, struct failure *why)
{
    int64_t up = 1, down = 1;
    struct composed_layout wide = *l;
    if (!recast_factors(&up, &down, old_bits, new_bits, why) ||
        (up > 1 && !composed_upcast(&wide, up, l, why)))
        return false;
    if (down > 1)
        return composed_downcast(out, down, &wide, why);
    *out = wide;
    return true;
}

// ---- Vectors ------------------------------------------------------------------------------------

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

bool composed_max_common_vector(int64_t *out, const struct composed_layout *a,
                                const struct composed_layout *b, struct failure *why)
{
    // A swizzle leaves the low `base` bits alone, and nothing else for sure.
    int64_t limit_a = a->swizzled ? (int64_t)1 << a->swizzle.base : INT64_MAX;
    int64_t limit_b = b->swizzled ? (int64_t)1 << b->swizzle.base : INT64_MAX;
    bool flip = !a->swizzled && b->swizzled;
    bool same = a->swizzled && b->swizzled && a->swizzle.bits == b->swizzle.bits &&
                a->swizzle.base == b->swizzle.base && a->swizzle.shift == b->swizzle.shift &&
                a->offset == b->offset;
    int64_t n;
    if (!layout_max_common_vector(&n, flip ? &b->layout : &a->layout,
                                  flip ? &a->layout : &b->layout, why))
        return false;
    *out = same ? n : least(n, least(limit_a, limit_b));
    return true;
}

bool composed_max_alignment(int64_t *out, const struct composed_layout *l, struct failure *why)
{
    int64_t n;
    if (!layout_max_alignment(&n, &l->layout, why))
        return false;
    if (l->swizzled) {
        n = greatest_common_divisor(n, l->offset);
        n = greatest_common_divisor(n, (int64_t)1 << l->swizzle.base);
    }
    *out = n;
    return true;
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
    shape[n] = 1; // whatever lies above
    stride[n++] = (int64_t)1 << (s->base + s->bits + distance);
    int_tuple_flat(&out->shape, shape, n);
    int_tuple_flat(&out->stride, stride, n);
    return true;
}

struct sliced {
    const struct composed_layout *whole, *part;
    const struct layout *slice; // of the layout behind the swizzle
    int64_t fixed, offset;      // of the fixed coordinates: before, and after all
};

static bool slices_at(const void *context, int64_t i)
{
    const struct sliced *s = context;
    struct failure why;
    int64_t inner = 0, expected = 0, got = 0;
    return layout_at(s->slice, i, &inner, &why) &&
           !__builtin_add_overflow(inner, s->fixed, &inner) &&
           through(s->whole, inner, &expected, &why) && composed_at(s->part, i, &got, &why) &&
           !__builtin_add_overflow(got, s->offset, &got) && got == expected;
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
    // The bits that the swizzle reads or changes stay behind it, the others pass by.
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
