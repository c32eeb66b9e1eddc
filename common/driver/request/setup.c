// SPDX-License-Identifier: MIT
#include "setup.h"

#include <stdio.h>

#include "../../base/progress.h"
#include "../../base/terminal.h"

int complain(const struct chapter *chapter, const struct failure *why, int status)
{
    progress_clear();
    terminal_fold_on_screen(stderr, fprintf(stderr, "%s: ", chapter->name), why->text);
    fputc('\n', stderr);
    return status;
}
