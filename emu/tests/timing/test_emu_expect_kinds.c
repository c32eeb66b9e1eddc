// SPDX-License-Identifier: MIT
// test_emu_expect_kinds.c: kernels that each wait for one part of the GPU
// (validate/time_kernels.h): their expected times are in the ranges that known facts about these
// parts give.
#include <criterion/criterion.h>
#include <string.h>

#include "../../timing/gpu_time.h"
#include "test_emu_expect_kinds.h"

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
