// SPDX-License-Identifier: MIT
//
// atoms.c: the list of instructions and tiles that the program knows.
#include "../../common/layout/atoms/atoms.h"

#include <string.h>

#include "command.h"

static void list(const char *title, bool (*name_at)(int, char[ATOM_NAME]), const char *part)
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
}

int atoms_command(int argc, char **argv)
{
    static const char usage[] = "atoms [PART OF A NAME]";
    bool help = false;
    const struct option options[] = {OPTION_HELP(&help)};
    struct words words;
    struct failure why;
    if (!command_parse(options, 1, argc, argv, &words, &why))
        return refuse(&why);
    if (help)
        return command_help(usage,
                            "The instructions for `tv` and `tiled_mma`, the tiles of shared "
                            "memory for `show` and `banks`.",
                            options, 1);
    if (!command_words(&words, 0, 1, usage, &why))
        return refuse(&why);
    const char *part = words.count ? words.word[0] : NULL;
    list("matrix multiply-add (tv NAME, tiled_mma NAME)", mma_atom_name, part);
    list("copies (tv NAME --type T)", copy_atom_name, part);
    list("tiles in shared memory (show NAME --type T, banks NAME --type T)", smem_atom_name, part);
    return 0;
}
