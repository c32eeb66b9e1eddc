// SPDX-License-Identifier: MIT
#include "layouts.h"

bool layouts_check(struct grade *g, int number, const struct reported *r, bool *failed,
                   struct failure *why)
{
    (void)g, (void)number, (void)r, (void)failed;
    return fail(why, "the check L is not there yet");
}
