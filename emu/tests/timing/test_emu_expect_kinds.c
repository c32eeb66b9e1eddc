// SPDX-License-Identifier: MIT
// test_emu_expect_kinds.c: kernels that each wait for one part of the GPU
// (validate/time_kernels.h): their expected times are in the ranges that known facts about these
// parts give, and near the times measured on an H100.
#define _POSIX_C_SOURCE 200112L // setenv
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../timing/gpu_time.h"
#include "expect.h"

Test(emu_expect_kinds, times_agree_with_known_facts)
{
    struct expected_kind k;
    for (int i = 0; expected_kind(i, &k); i++) {
        cr_expect(k.why_not == NULL, "%s: %s", k.name, k.why_not ? k.why_not : "");
        cr_expect(k.us >= k.least && k.us <= k.most, "%s: %g us, not from %g to %g: %s", k.name,
                  k.us, k.least, k.most, k.because);
    }
}

static double us_of(const char *name)
{
    struct expected_kind k;
    for (int i = 0; expected_kind(i, &k); i++)
        if (strcmp(k.name, name) == 0)
            return k.us;
    cr_assert_fail("%s: no such kernel", name);
    return 0;
}

// latency_l2 and latency_dram of ceilings_h200.txt: 280 and 647 cycles.
Test(emu_expect_kinds, l2_is_warm_or_cold)
{
    const double warm = us_of("chase_l2");
    gpu_time_in((struct circumstances){.cold = true});
    const double cold = us_of("chase_l2");
    cr_expect(cold > 2.1 * warm && cold < 2.5 * warm, "%g and %g us", warm, cold);
}

// ---- Measured times -----------------------------------------------------------------------------

enum { MOST_KINDS = 32 };

static int by_value(const void *a, const void *b)
{
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

// Kendall's tau over the pairs whose measured times differ by more than 5%.
static double tau(const struct expected_kind *kinds, int n)
{
    int pairs = 0, sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (kinds[i].measured > 1.05 * kinds[j].measured) {
                pairs++;
                sum += kinds[i].us > kinds[j].us ? 1 : -1;
            }
    return (double)sum / pairs;
}

Test(emu_expect_kinds, times_agree_with_an_h100)
{
    struct expected_kind kinds[MOST_KINDS];
    double errors[MOST_KINDS] = {0};
    int n = 0;
    setenv("EMU_GPU_NAME", "h100", 1);
    while (n < MOST_KINDS && expected_kind(n, &kinds[n])) {
        const struct expected_kind *k = &kinds[n];
        const double ratio = k->us / k->measured;
        errors[n++] = fabs(ratio - 1);
        cr_expect(ratio < 1.6 && ratio > 1 / 1.6, "%s: %g us, measured %g", k->name, k->us,
                  k->measured);
    }
    cr_assert(n > 0);
    cr_expect(tau(kinds, n) >= 0.9, "tau is %g", tau(kinds, n));
    qsort(errors, (size_t)n, sizeof *errors, by_value);
    cr_expect(errors[n / 2] <= 0.12, "the median error is %g", errors[n / 2]);
}
