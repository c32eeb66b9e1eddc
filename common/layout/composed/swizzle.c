// SPDX-License-Identifier: MIT
//
// swizzle.c: the function x ^ ((x & Y) >> S).
#include "swizzle.h"

#include <stdio.h>
#include <string.h>

#include "../tuple/numbers.h"
#include "../core/text.h"

bool swizzle_make(struct swizzle *out, int64_t bits, int64_t base, int64_t shift,
                  struct failure *why)
{
    enum { MAX_BITS = 62 }; // of a mask
    if (bits < 0 || base < 0)
        return fail(why, "a swizzle of %lld bits from bit %lld on", (long long)bits,
                    (long long)base);
    if (bits > MAX_BITS || base > MAX_BITS || magnitude(shift) > MAX_BITS ||
        bits + base + magnitude(shift) > MAX_BITS)
        return fail(why, "a swizzle reaches beyond %d bits", MAX_BITS);
    if (magnitude(shift) < bits)
        return fail(why, "a swizzle must shift by at least its %lld bits, not by %lld",
                    (long long)bits, (long long)shift);
    *out = (struct swizzle){(int)bits, (int)base, (int)shift};
    return true;
}

static int64_t mask(const struct swizzle *s, int shift)
{
    return (((int64_t)1 << s->bits) - 1) << (s->base + shift);
}

int64_t swizzle_y(const struct swizzle *s) { return mask(s, s->shift > 0 ? s->shift : 0); }

int64_t swizzle_z(const struct swizzle *s) { return mask(s, s->shift < 0 ? -s->shift : 0); }

int64_t swizzle_apply(const struct swizzle *s, int64_t x)
{
    int64_t y = x & swizzle_y(s);
    return x ^ (s->shift >= 0 ? y >> s->shift : (int64_t)((uint64_t)y << -s->shift));
}

bool swizzle_from_masks(struct swizzle *out, int64_t y, int64_t z, struct failure *why)
{
    struct swizzle s = {0, 0, 0};
    if (y < 0 || z < 0 || __builtin_popcountll((uint64_t)y) != __builtin_popcountll((uint64_t)z))
        return fail(why, "make_swizzle: masks %lld and %lld have different numbers of bits",
                    (long long)y, (long long)z);
    if (y != 0) {
        int low_y = __builtin_ctzll((uint64_t)y), low_z = __builtin_ctzll((uint64_t)z);
        if (!swizzle_make(&s, __builtin_popcountll((uint64_t)y), low_y < low_z ? low_y : low_z,
                          low_y - low_z, why))
            return false;
    }
    if (swizzle_y(&s) != y || swizzle_z(&s) != z)
        return fail(why, "make_swizzle: the bits of masks %lld and %lld are not contiguous",
                    (long long)y, (long long)z);
    *out = s;
    return true;
}

bool swizzle_compose(struct swizzle *out, const struct swizzle *a, const struct swizzle *b,
                     struct failure *why)
{
    if (a->shift != b->shift)
        return fail(why, "swizzles of different shifts, %d and %d, do not merge", a->shift,
                    b->shift);
    return swizzle_from_masks(out, swizzle_y(a) ^ swizzle_y(b), swizzle_z(a) ^ swizzle_z(b), why);
}

static bool power_of_two(int64_t n, int *log2, struct failure *why)
{
    if (n <= 0 || (n & (n - 1)) != 0)
        return fail(why, "a swizzle is recast by a power of two, not by %lld", (long long)n);
    *log2 = __builtin_ctzll((uint64_t)n);
    return true;
}

bool swizzle_upcast(struct swizzle *out, int64_t n, const struct swizzle *s, struct failure *why)
{
    int log2 = 0;
    if (!power_of_two(n, &log2, why))
        return false;
    // Bits that vanish below an element: first the constant ones, then swizzled ones.
    int base = s->base - log2, bits = s->bits;
    if (base < 0) {
        bits = bits + base > 0 ? bits + base : 0;
        base = 0;
    }
    return swizzle_make(out, bits, base, s->shift, why);
}

bool swizzle_downcast(struct swizzle *out, int64_t n, const struct swizzle *s, struct failure *why)
{
    int log2 = 0;
    return power_of_two(n, &log2, why) && swizzle_make(out, s->bits, s->base + log2, s->shift, why);
}

// ---- Text ---------------------------------------------------------------------------------------

bool swizzle_parse_range(struct swizzle *out, const char *text, const char *end,
                         struct failure *why)
{
    trim(&text, &end);
    int64_t part[3];
    const char *at = text + 3;
    bool ok = end - text > 4 && memcmp(text, "Sw<", 3) == 0 && end[-1] == '>';
    for (int i = 0; i < 3 && ok; i++) {
        const char *stop = i < 2 ? memchr(at, ',', (size_t)(end - at)) : end - 1;
        ok = stop != NULL && read_integer(&part[i], at, stop);
        at = stop != NULL ? stop + 1 : end;
    }
    if (!ok)
        return fail(why, "a swizzle is written Sw<bits,base,shift>");
    return swizzle_make(out, part[0], part[1], part[2], why);
}

bool swizzle_parse(struct swizzle *out, const char *text, struct failure *why)
{
    return swizzle_parse_range(out, text, text + strlen(text), why);
}

size_t swizzle_print(const struct swizzle *s, char *out, size_t size)
{
    int n = snprintf(out, size, "Sw<%d,%d,%d>", s->bits, s->base, s->shift);
    return n > 0 ? (size_t)n : 0;
}
