// SPDX-License-Identifier: MIT
#include "sampler.h"

#include <stdlib.h>
#include <string.h>

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

size_t keep_in_turn(void *elements, size_t count, size_t size, int of)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (in_turn((int)i, of))
            memmove((char *)elements + size * kept++, (char *)elements + size * i, size);
    return kept;
}
