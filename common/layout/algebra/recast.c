// SPDX-License-Identifier: MIT
#include "recast.h"

#include "../core/build.h"
#include "../tuple/numbers.h"
#include "../core/tracing.h"

static bool check_factor(int64_t n, const char *name, struct failure *why)
{
    return n > 0 || fail(why, "%s: a factor of %lld", name, (long long)n);
}

bool layout_upcast(struct layout *out, int64_t n, const struct layout *l, struct failure *why)
{
    if (!check_factor(n, "upcast", why) || !need_integers(l, "upcast", why))
        return false;
    *out = *l;
    for (int i = 0; i < l->shape.count; i++) {
        int64_t d = l->stride.value[i], step = magnitude(d);
        if (d == 0)
            continue;
        if (step % n != 0 && n % step != 0)
            return fail(why,
                        "upcast: of stride %lld in leaf %d and the factor %lld neither divides "
                        "the other",
                        (long long)d, i, (long long)n);
        int64_t wide = divide_up(step, n);
        out->shape.value[i] = divide_up(l->shape.value[i], divide_up(n, step));
        out->stride.value[i] = d < 0 ? -wide : wide;
        if (tracing())
            trace_step("leaf %d, %lld:%lld: %lld of its elements are one, stride %lld", i,
                       (long long)l->shape.value[i], (long long)d, (long long)divide_up(n, step),
                       (long long)out->stride.value[i]);
    }
    return true;
}

bool layout_downcast(struct layout *out, int64_t n, const struct layout *l, struct failure *why)
{
    bool adjacent = false;
    if (!check_factor(n, "downcast", why) || !need_integers(l, "downcast", why))
        return false;
    *out = *l;
    for (int i = 0; i < l->shape.count; i++) {
        int64_t d = l->stride.value[i];
        bool unit = d == 1 || d == -1;
        int64_t *scaled = unit ? &out->shape.value[i] : &out->stride.value[i];
        adjacent = adjacent || d == 1;
        if (__builtin_mul_overflow(*scaled, n, scaled))
            return fail_overflow(why, "downcast");
    }
    if (!adjacent)
        return fail(why, "downcast: no leaf has stride 1, so no elements are contiguous");
    return true;
}

bool recast_factors(int64_t *up, int64_t *down, int64_t old_bits, int64_t new_bits,
                    struct failure *why)
{
    if (old_bits <= 0 || new_bits <= 0)
        return fail(why, "recast: elements of %lld and %lld bits", (long long)old_bits,
                    (long long)new_bits);
    int64_t common = greatest_common_divisor(old_bits, new_bits);
    *up = new_bits / common;
    *down = old_bits / common;
    return true;
}
