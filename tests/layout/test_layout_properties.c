// SPDX-License-Identifier: MIT
//
// test_layout_properties.c: random layouts against the equations that define the operations,
// element by element. Every operation either keeps its equation or refuses.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/layout/eval/eval.h"
#include "../../common/layout/layout.h"
#include "layout_oracle.h"
#include "layout_random.h"

enum { MAX_SIZE = 512 };

// ---- Composition --------------------------------------------------------------------------------

// CuTe's rule, without any check that its result is right. False: CuTe refuses. An extent 1 is
// taken unchanged.
static bool cute_leaf(const struct oracle *a, long long s, long long d, struct oracle *r)
{
    if (d == 0 || s == 1) {
        r->shape[r->count] = s;
        r->stride[r->count++] = s == 1 ? oracle_at(a, d) : 0;
        return true;
    }
    int before = r->count;
    for (int j = 0; j < a->count - 1; j++) {
        long long extent = a->shape[j];
        if (d % extent != 0 && d >= extent)
            return false;
        long long fit = (extent + d - 1) / d, take = fit < s ? fit : s;
        long long next = (d + extent - 1) / extent;
        if (take > 1) {
            if (s % take != 0)
                return false;
            r->shape[r->count] = take;
            r->stride[r->count++] = d * a->stride[j];
            s /= take;
        }
        d = next;
    }
    if (s > 1 || r->count == before) {
        r->shape[r->count] = s;
        r->stride[r->count++] = d * a->stride[a->count - 1];
    }
    return true;
}

static bool cute_composition(const struct oracle *a, const struct oracle *b, struct oracle *r)
{
    memset(r, 0, sizeof *r);
    for (int i = 0; i < b->count; i++)
        if (!cute_leaf(a, b->shape[i], b->stride[i], r))
            return false;
    return true;
}

Test(layout_properties, composition,
     .description = "R(i) = A(B(i)), or refused; every right answer of CuTe's rule is given")
{
    char text[LAYOUT_TEXT], flat[LAYOUT_TEXT];
    int done = 0, carried = 0, divisibility = 0, missed = 0, n = random_rounds(60000);
    random_seed(1);
    for (int i = 0; i < n; i++) {
        struct sample a, b;
        struct layout r, coalesced;
        struct oracle rule, o, ca;
        struct failure why;
        random_layout(&a, MAX_SIZE, 4, 40);
        random_layout(&b, MAX_SIZE, 4, 40);
        cr_assert(layout_coalesce_x(&coalesced, &a.l, &why));
        ca = oracle_of(&coalesced, flat);
        bool allowed = cute_composition(&ca, &b.o, &rule);
        bool right = allowed && oracle_composes(&a.o, &b.o, &rule);
        if (layout_composition(&r, &a.l, &b.l, &why)) {
            o = oracle_of(&r, text);
            done++;
            cr_assert(oracle_composes(&a.o, &b.o, &o), "%s o %s = %s", a.text, b.text, text);
            cr_assert(oracle_compatible(b.text, text), "%s o %s = %s", a.text, b.text, text);
            continue;
        }
        missed += right;
        carried += allowed && !right;
        divisibility += !allowed;
        cr_assert(!right, "%s o %s: %s", a.text, b.text, why.text);
    }
    cr_log_info("composition: %d of %d done, refused: %d by divisibility, %d wrong by CuTe's rule",
                done, n, divisibility, carried);
    cr_expect_eq(missed, 0);
    cr_expect_gt(done, n / 5);
    cr_expect_gt(carried, 0);
}

// ---- Complement and inverses --------------------------------------------------------------------

Test(layout_properties, complement, .description = "disjoint, increasing, and far enough")
{
    char text[LAYOUT_TEXT], tuple[64];
    int done = 0, n = random_rounds(30000);
    random_seed(2);
    for (int i = 0; i < n; i++) {
        struct sample a;
        struct layout r;
        struct failure why;
        struct int_tuple target;
        long long product;
        random_layout(&a, MAX_SIZE, 4, 40);
        if (random_below(2) == 0) {
            int m = 1 + random_below(300);
            snprintf(tuple, sizeof tuple, "%d", m);
            product = m;
        } else {
            int x = 1 + random_below(8), y = 1 + random_below(8), z = 1 + random_below(4);
            snprintf(tuple, sizeof tuple, "(%d,(%d,%d))", x, y, z);
            product = (long long)x * y * z;
        }
        cr_assert(int_tuple_parse(&target, tuple, &why));
        if (!layout_complement(&r, &a.l, &target, &why))
            continue; // some offset occurs twice
        done++;
        struct oracle o = oracle_of(&r, text);
        cr_assert(oracle_complements(&a.o, &o, product), "complement %s, %s = %s", a.text, tuple,
                  text);
    }
    cr_log_info("complement: %d of %d done", done, n);
    cr_expect_gt(done, n / 2);
}

// The leaves overlap where an offset occurs twice beyond stride 0: only then may it be refused.
Test(layout_properties, complement_refusals,
     .description = "an injective layout is refused only for interleaved leaves")
{
    char text[LAYOUT_TEXT];
    int refused = 0, injective = 0, n = random_rounds(20000);
    random_seed(3);
    for (int i = 0; i < n; i++) {
        struct sample a;
        struct layout r, filtered;
        struct failure why;
        random_layout(&a, MAX_SIZE, 4, 40);
        cr_assert(layout_filter(&filtered, &a.l, &why));
        struct oracle o = oracle_of(&filtered, text);
        if (!oracle_injective(&o))
            continue;
        injective++;
        refused += !layout_complement(&r, &a.l, NULL, &why);
    }
    cr_log_info("complement: %d of %d injective layouts refused", refused, injective);
    cr_expect_lt(refused, injective / 10);
}

Test(layout_properties, inverses, .description = "A(R(i)) = i; A(R(A(i))) = A(i); the nullspace")
{
    char text[LAYOUT_TEXT];
    int left = 0, n = random_rounds(30000);
    random_seed(4);
    for (int i = 0; i < n; i++) {
        struct sample a;
        struct layout r;
        struct failure why;
        random_layout(&a, MAX_SIZE, 4, 40);
        cr_assert(layout_right_inverse(&r, &a.l, &why), "%s: %s", a.text, why.text);
        struct oracle o = oracle_of(&r, text);
        cr_assert(oracle_right_inverse(&a.o, &o), "right_inverse %s = %s", a.text, text);

        cr_assert(layout_nullspace(&r, &a.l, &why), "%s: %s", a.text, why.text);
        o = oracle_of(&r, text);
        for (long long k = 0; k < oracle_size(&o); k++)
            cr_assert_eq(oracle_at(&a.o, oracle_at(&o, k)), 0, "nullspace %s = %s", a.text, text);

        if (!layout_left_inverse(&r, &a.l, &why))
            continue;
        left++;
        o = oracle_of(&r, text);
        cr_assert(oracle_left_inverse(&a.o, &o), "left_inverse %s = %s", a.text, text);
    }
    cr_log_info("left_inverse: %d of %d done", left, n);
    cr_expect_gt(left, n / 2);
}

// ---- Coalesce, filter ---------------------------------------------------------------------------

Test(layout_properties, simplified, .description = "coalesce keeps the function, filter the image")
{
    char text[LAYOUT_TEXT];
    int n = random_rounds(20000);
    random_seed(5);
    for (int i = 0; i < n; i++) {
        struct sample a;
        struct layout r;
        struct failure why;
        random_layout(&a, MAX_SIZE, 5, 40);
        cr_assert(layout_coalesce(&r, &a.l, &why));
        struct oracle o = oracle_of(&r, text);
        cr_assert_eq(oracle_size(&o), oracle_size(&a.o), "coalesce %s = %s", a.text, text);
        for (long long k = 0; k < oracle_size(&o); k++)
            cr_assert_eq(oracle_at(&o, k), oracle_at(&a.o, k), "coalesce %s = %s", a.text, text);
        cr_assert_leq(layout_depth(&r), 1);

        // Beyond the size, too.
        cr_assert(layout_coalesce_x(&r, &a.l, &why));
        o = oracle_of(&r, text);
        for (long long k = 0; k < 3 * oracle_size(&a.o); k++)
            cr_assert_eq(oracle_at(&o, k), oracle_at(&a.o, k), "coalesce_x %s = %s", a.text, text);
    }
}

// ---- What two layouts have in common ------------------------------------------------------------

Test(layout_properties, common, .description = "a(R(i)) = b(R(i)) = i, and no longer run is missed")
{
    char text[LAYOUT_TEXT];
    int done = 0, longer = 0, n = random_rounds(30000);
    random_seed(10);
    for (int i = 0; i < n; i++) {
        struct sample a, b;
        struct layout r;
        struct failure why;
        int64_t length;
        random_layout(&a, MAX_SIZE, 4, 40);
        random_layout(&b, MAX_SIZE, 4, 40);
        bool ok = layout_max_common(&r, &a.l, &b.l, &why);
        cr_assert_eq(ok, layout_max_common_vector(&length, &a.l, &b.l, &why));
        if (!ok)
            continue;
        done++;
        struct oracle o = oracle_of(&r, text);
        cr_assert_eq(length, oracle_size(&o), "%s, %s: %s", a.text, b.text, text);
        cr_assert(oracle_right_inverse(&a.o, &o) && oracle_right_inverse(&b.o, &o),
                  "common to %s and %s: %s", a.text, b.text, text);
        longer += length > 1;
    }
    cr_log_info("max_common: %d of %d done, %d longer than 1", done, n, longer);
    cr_expect_gt(done, n / 2);
    cr_expect_gt(longer, n / 50);
}

// ---- Coordinates and offsets --------------------------------------------------------------------

Test(layout_properties, coordinates, .description = "index, coordinate, offset agree")
{
    int n = random_rounds(5000);
    random_seed(8);
    for (int i = 0; i < n; i++) {
        struct sample a;
        struct layout_offsets offsets;
        struct failure why;
        random_layout(&a, MAX_SIZE, 5, 40);
        cr_assert(layout_offsets_prepare(&offsets, &a.l, &why));
        for (int64_t k = 0; k < oracle_size(&a.o); k++) {
            struct int_tuple index, coord;
            int64_t by_index, by_coord, back;
            long long expected = oracle_at(&a.o, k);
            int_tuple_integer(&index, k);
            cr_assert(layout_at(&a.l, k, &by_index, &why) &&
                      idx2crd(&coord, &index, &a.l.shape, &why) &&
                      layout_crd2idx(&a.l, &coord, &by_coord, &why) &&
                      crd2idx_shape(&back, &coord, &a.l.shape, &why));
            cr_assert(by_index == expected && by_coord == expected && back == k &&
                          layout_offset(&offsets, k) == expected,
                      "%s at %lld", a.text, (long long)k);
        }
    }
}

Test(layout_properties, slices, .description = "a slice and its offset are that part of the whole")
{
    int n = random_rounds(20000);
    random_seed(9);
    for (int i = 0; i < n; i++) {
        // ((a,b),c) sliced at a fixed b, and at a fixed (a,b).
        char text[256], line[512], answer[512];
        long long s[3], d[3], fixed;
        for (int k = 0; k < 3; k++) {
            s[k] = 1 << random_below(4);
            d[k] = random_below(64);
        }
        bool swizzled = random_below(2) == 0;
        if (swizzled) {
            d[0] = 1;
            d[1] = s[0];
            d[2] = s[0] * s[1];
            int bits = 1 + random_below(3),
                shift = (bits + random_below(2)) * (random_below(2) ? 1 : -1);
            snprintf(text, sizeof text, "Sw<%d,%d,%d> o 0 o ((%lld,%lld),%lld):((%lld,%lld),%lld)",
                     bits, random_below(3), shift, s[0], s[1], s[2], d[0], d[1], d[2]);
        } else {
            snprintf(text, sizeof text, "((%lld,%lld),%lld):((%lld,%lld),%lld)", s[0], s[1], s[2],
                     d[0], d[1], d[2]);
        }
        fixed = random_below((int)s[1]);
        int n_line = snprintf(line, sizeof line, "slice_and_offset\t((_,%lld),_)\t%s", fixed, text);
        int status = layout_eval_line(line, (size_t)n_line, answer, sizeof answer);
        cr_assert_eq(status, 0, "%s: %s", line, answer);
        struct oracle whole, part;
        char *tab = strchr(answer, '\t');
        cr_assert(tab != NULL && oracle_read(&part, answer) && oracle_read(&whole, text));
        for (long long y = 0; y < s[2]; y++)
            for (long long x = 0; x < s[0]; x++)
                cr_assert_eq(oracle_at(&part, x + s[0] * y) + strtoll(tab + 1, NULL, 10),
                             oracle_at(&whole, x + s[0] * (fixed + s[1] * y)), "%s: %s", line,
                             answer);
    }
}
