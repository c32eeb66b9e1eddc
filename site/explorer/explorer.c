// SPDX-License-Identifier: MIT
//
// explorer.c: the program inside the page: chapter 06's commands and operations, without kernels.
#include <stdio.h>
#include <string.h>

#include "../../06_layouts/commands/commands.h"
#include "../../common/base/terminal.h"

// A page has no terminal.
int terminal_columns(FILE *out) { return out ? 80 : 0; }

int main(int argc, char **argv)
{
    int status = 0;
    if (argc < 2 || strcmp(argv[1], "--help") == 0) {
        layouts_help(NULL, NULL);
        return 0;
    }
    return layouts_command(argc, argv, &status) ? status : layouts_unknown(argv[1]);
}
