// SPDX-License-Identifier: MIT
//
// composed.c: swizzled layouts, c -> swizzle(offset + layout(c)).
#include "composed.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "../core/build.h"
#include "../core/coord.h"
#include "../tuple/numbers.h"
#include "../algebra/recast.h"
#include "../core/text.h"
#include "../algebra/vector.h"

void composed_plain(struct composed_layout *out, const struct layout *l)
{
    composed_make(out, &(struct swizzle){0, 0, 0}, 0, l);
}

void composed_make(struct composed_layout *out, const struct swizzle *s, int64_t offset,
                   const struct layout *l)
{
    out->swizzled = s->bits != 0 || offset != 0;
    out->swizzle = *s;
    out->offset = offset;
    out->layout = *l;
}

bool composed_through(const struct composed_layout *l, int64_t inner, int64_t *out,
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
    return layout_at(&l->layout, index, &inner, why) && composed_through(l, inner, out, why);
}

bool composed_crd2idx(const struct composed_layout *l, const struct int_tuple *coord, int64_t *out,
                      struct failure *why)
{
    int64_t inner;
    return layout_crd2idx(&l->layout, coord, &inner, why) && composed_through(l, inner, out, why);
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
    // A swizzle keeps the low `base` bits; nothing else is certain.
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

// ---- Text ---------------------------------------------------------------------------------------

// The middle of Sw<..> o offset o layout: an offset, or a pointer as CuTe prints it. CuTe swizzles
// the bytes of a pointer's address, and a layout counts elements: the swizzle is recast.
static bool read_middle(struct swizzle *s, int64_t *offset, const char *text, const char *end,
                        struct failure *why)
{
    int64_t up = 1, down = 1;
    const char *rest = text;
    const int64_t bits = skip_pointer(&rest, end);
    if (bits == 0)
        return read_integer(offset, text, end) ||
               fail(why, "a swizzled layout is written Sw<B,M,S> o offset o shape:stride");
    struct swizzle bytes = *s;
    trim(&rest, &end);
    *offset = 0;
    if (rest != end)
        return fail(why, "unexpected '%.*s' after the pointer", (int)(end - rest), rest);
    return recast_factors(&up, &down, CHAR_BIT, bits, why) &&
           (up > 1 ? swizzle_upcast(s, up, &bytes, why)
                   : down == 1 || swizzle_downcast(s, down, &bytes, why));
}

bool composed_parse_range(struct composed_layout *out, const char *text, const char *end,
                          struct failure *why)
{
    struct swizzle s;
    int64_t offset;
    trim(&text, &end);
    if (end - text < 3 || memcmp(text, "Sw<", 3) != 0) {
        out->swizzled = false;
        out->swizzle = (struct swizzle){0, 0, 0};
        out->offset = 0;
        return layout_parse_range(&out->layout, text, end, why);
    }
    // Sw<..> o offset o layout
    const char *close = memchr(text, '>', (size_t)(end - text));
    const char *first = close != NULL ? memchr(close, 'o', (size_t)(end - close)) : NULL;
    const char *second = first != NULL ? memchr(first + 1, 'o', (size_t)(end - first - 1)) : NULL;
    if (second == NULL)
        return fail(why, "a swizzled layout is written Sw<B,M,S> o offset o shape:stride");
    const char *gap = close + 1, *gap_end = first;
    trim(&gap, &gap_end);
    if (gap != gap_end)
        return fail(why, "a swizzled layout is written Sw<B,M,S> o offset o shape:stride");
    if (!swizzle_parse_range(&s, text, close + 1, why) ||
        !read_middle(&s, &offset, first + 1, second, why) ||
        !layout_parse_range(&out->layout, second + 1, end, why) ||
        !need_integers(&out->layout, "a swizzled layout", why))
        return false;
    out->swizzled = s.bits != 0 || offset != 0;
    out->swizzle = s;
    out->offset = offset;
    return true;
}

bool composed_parse(struct composed_layout *out, const char *text, struct failure *why)
{
    return composed_parse_range(out, text, text + strlen(text), why);
}

size_t composed_print(const struct composed_layout *l, char *out, size_t size)
{
    char front[96];
    size_t length = 0;
    if (l->swizzled) {
        int n = snprintf(front, sizeof front, "Sw<%d,%d,%d> o %lld o ", l->swizzle.bits,
                         l->swizzle.base, l->swizzle.shift, (long long)l->offset);
        length = n > 0 ? (size_t)n : 0;
        for (size_t i = 0; i < length && i + 1 < size; i++)
            out[i] = front[i];
        if (size > 0)
            out[length < size ? length : size - 1] = '\0';
    }
    size_t used = length < size ? length : size;
    return length + layout_print(&l->layout, out + used, size - used);
}
