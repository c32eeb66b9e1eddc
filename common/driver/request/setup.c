// SPDX-License-Identifier: MIT
#include "setup.h"

#include <stdio.h>

#include "../../base/progress.h"

int complain(const struct chapter *chapter, const struct failure *why, int status)
{
    progress_clear();
    fprintf(stderr, "%s: %s\n", chapter->name, why->text);
    return status;
}
