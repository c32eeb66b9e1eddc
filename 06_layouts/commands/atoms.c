// SPDX-License-Identifier: MIT
//
// atoms.c: the list of instructions and tiles that the program knows.
#include "../../common/layout/atoms/atoms.h"

#include <string.h>

#include "command.h"

// Whether there were any.
static bool list(const char *title, bool (*name_at)(int, char[ATOM_NAME]), const char *part)
{
    char name[ATOM_NAME];
    bool any = false;
    for (int i = 0; name_at(i, name); i++) {
        if (part && !strstr(name, part))
            continue;
        if (!any)
            printf("%s\n", title);
        any = true;
        printf("  %s\n", name);
    }
    return any;
}

int atoms_command(int argc, char **argv)
{
    bool help = false;
    const struct option options[] = {OPTION_HELP(&help)};
    struct words words;
    static const struct usage usage = {
        "atoms [PART OF A NAME]",
        "The instructions for `tv` and `tiled_mma`, the tiles of shared "
        "memory for `show` and `banks`.",
        0, 1};
    int status;
    if (!command_begin(&words, &usage, options, 1, argc, argv, &status))
        return status;
    const char *part = words.count ? words.word[0] : NULL;
    bool any = list("matrix multiply-add (tv NAME, tiled_mma NAME)", mma_atom_name, part);
    any |= list("copies (tv NAME --type T)", copy_atom_name, part);
    any |= list("tiles in shared memory (show NAME --type T, banks NAME --type T)", smem_atom_name,
                part);
    if (any)
        return 0;
    struct failure why;
    fail(&why, "atoms %.200s: no name holds that; `06_layouts atoms` lists them all", part);
    return refuse(&why);
}
