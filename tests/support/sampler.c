// SPDX-License-Identifier: MIT
#include "sampler.h"

#include <stdlib.h>

enum sampling sampling(void)
{
    if (getenv("TEST_FULL"))
        return SAMPLE_ALL;
    return getenv("TEST_MORE") ? SAMPLE_MORE : SAMPLE_SOME;
}

int sampled(int some, int more, int all)
{
    const int numbers[] = {[SAMPLE_SOME] = some, [SAMPLE_MORE] = more, [SAMPLE_ALL] = all};
    return numbers[sampling()];
}
