// SPDX-License-Identifier: MIT
//
// test_layout_products.c: divides and products of random layouts against the equations that define
// them, element by element.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/layout/layout.h"
#include "layout_oracle.h"
#include "layout_random.h"

enum { MAX_SIZE = 512 };

// Mode i of a layout as the oracle sees it.
static struct oracle mode(const struct layout *l, int i)
{
    struct layout part;
    struct failure why;
    char text[LAYOUT_TEXT];
    cr_assert(layout_get(&part, l, i, &why), "%s", why.text);
    return oracle_of(&part, text);
}

static int in_order(const void *x, const void *y)
{
    long long a = *(const long long *)x, b = *(const long long *)y;
    return (a > b) - (a < b);
}

static long long *sorted(const struct oracle *l)
{
    long long n = oracle_size(l), *x = malloc((size_t)(n > 0 ? n : 1) * sizeof *x);
    for (long long i = 0; i < n; i++)
        x[i] = oracle_at(l, i);
    qsort(x, (size_t)n, sizeof *x, in_order);
    return x;
}

// Whether every offset of b is one of a.
static bool contains(const struct oracle *a, const struct oracle *b)
{
    long long *x = sorted(a);
    bool ok = true;
    for (long long i = 0; i < oracle_size(b) && ok; i++) {
        long long at = oracle_at(b, i);
        ok = bsearch(&at, x, (size_t)oracle_size(a), sizeof at, in_order) != NULL;
    }
    free(x);
    return ok;
}

// The same offsets, each as often, in any order.
static bool same_offsets(const struct oracle *a, const struct oracle *b)
{
    long long n = oracle_size(a), *x, *y;
    if (n != oracle_size(b))
        return false;
    x = sorted(a);
    y = sorted(b);
    bool same = memcmp(x, y, (size_t)n * sizeof *x) == 0;
    free(x);
    free(y);
    return same;
}

Test(layout_products, divide, .description = "the tile is A o B; nothing is lost")
{
    char text[LAYOUT_TEXT];
    int done = 0, all = 0, whole = 0, n = random_rounds(30000);
    random_seed(6);
    for (int i = 0; i < n; i++) {
        struct sample a, b;
        struct layout r;
        struct failure why;
        random_layout(&a, MAX_SIZE, 3, 40);
        random_layout(&b, 32, 2, 12);
        if (!layout_logical_divide_layout(&r, &a.l, &b.l, &why))
            continue;
        done++;
        struct oracle o = oracle_of(&r, text), tile = mode(&r, 0);
        cr_assert(oracle_composes(&a.o, &b.o, &tile), "%s / %s = %s", a.text, b.text, text);
        cr_assert_geq(oracle_size(&o), oracle_size(&tile));
        // Where B and its complement reach every element of A, so does the result; where they
        // reach each once, so does it.
        struct layout rest, both, pair[2];
        struct int_tuple size;
        char pair_text[LAYOUT_TEXT];
        int_tuple_integer(&size, oracle_size(&a.o));
        cr_assert(layout_complement(&rest, &b.l, &size, &why));
        pair[0] = b.l;
        pair[1] = rest;
        cr_assert(layout_concat(&both, pair, 2, &why));
        struct oracle p = oracle_of(&both, pair_text);
        struct oracle identity = {.count = 1, .shape = {oracle_size(&a.o)}, .stride = {1}};
        if (contains(&p, &identity)) {
            all++;
            cr_assert(contains(&o, &a.o), "%s / %s = %s", a.text, b.text, text);
        }
        if (oracle_size(&o) == oracle_size(&a.o) && same_offsets(&p, &identity)) {
            whole++;
            cr_assert(same_offsets(&o, &a.o), "%s / %s = %s", a.text, b.text, text);
        }
    }
    cr_log_info("logical_divide: %d of %d done, %d reach all of A, %d once", done, n, all, whole);
    cr_expect_gt(done, n / 4);
    cr_expect_gt(whole, n / 20);
}

Test(layout_products, product, .description = "mode 0 is A; no two copies overlap")
{
    char text[LAYOUT_TEXT];
    int done = 0, apart = 0, n = random_rounds(30000);
    random_seed(7);
    for (int i = 0; i < n; i++) {
        struct sample a, b;
        struct layout r, first;
        struct failure why;
        random_layout(&a, 64, 3, 40);
        random_layout(&b, 32, 3, 12);
        if (!layout_logical_product_layout(&r, &a.l, &b.l, &why))
            continue;
        done++;
        struct oracle copies = mode(&r, 1);
        layout_print(&r, text, sizeof text);
        cr_assert(layout_get(&first, &r, 0, &why) && layout_equal(&first, &a.l));
        cr_assert_eq(oracle_size(&copies), oracle_size(&b.o), "%s x %s = %s", a.text, b.text, text);
        if (oracle_injective(&a.o) && oracle_injective(&b.o)) {
            apart++;
            cr_assert(oracle_copies_disjoint(&a.o, &copies), "%s x %s = %s", a.text, b.text, text);
        }
        // Blocked and raked are the same elements in another order.
        struct layout blocked, raked;
        if (layout_blocked_product(&blocked, &a.l, &b.l, &why)) {
            char blocked_text[LAYOUT_TEXT], raked_text[LAYOUT_TEXT];
            cr_assert(layout_raked_product(&raked, &a.l, &b.l, &why));
            struct oracle x = oracle_of(&blocked, blocked_text), y = oracle_of(&raked, raked_text),
                          z = oracle_of(&r, text);
            cr_assert(same_offsets(&x, &y) &&
                          (layout_rank(&a.l) != layout_rank(&b.l) || same_offsets(&x, &z)),
                      "%s x %s: %s and %s", a.text, b.text, blocked_text, raked_text);
        }
    }
    cr_log_info("logical_product: %d of %d done, %d of them of injective layouts", done, n, apart);
    cr_expect_gt(done, n / 2);
    cr_expect_gt(apart, n / 10);
}
