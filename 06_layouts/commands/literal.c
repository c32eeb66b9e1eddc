// SPDX-License-Identifier: MIT
//
// literal.c: a layout as the C text that a kernel takes (common/device/layout_device.h).
#include "../../common/layout/core/literal.h"

#include "command.h"
#include "figures.h"

int literal_command(int argc, char **argv)
{
    bool help = false, tv = false;
    const struct option options[] = {
        OPTION_YES("--tv", "mode 0 are threads, mode 1 values: a struct tv_literal", &tv),
        OPTION_HELP(&help),
    };
    enum { COUNT = sizeof options / sizeof *options };
    struct words words;
    struct failure why;
    struct layout l;
    struct layout_literal one;
    struct tv_literal two;
    char text[600];
    static const struct usage usage = {
        "literal LAYOUT [--tv]",
        "A layout as the initialiser of a struct layout_literal, for use "
        "in a kernel.",
        1, 1};
    int status;
    if (!command_begin(&words, &usage, options, COUNT, argc, argv, &status))
        return status;
    if (!read_plain(&l, words.word[0], &why))
        return refuse(&why);
    if (!tv) {
        if (!literal_from(&one, &l, &why))
            return refuse(&why);
        literal_print(&one, text, sizeof text);
        printf("%s\n", text);
        return 0;
    }
    if (!tv_literal_from(&two, &l, &why))
        return refuse(&why);
    literal_print(&two.thread, text, sizeof text);
    printf("{.thread = %s,\n", text);
    literal_print(&two.value, text, sizeof text);
    printf(" .value = %s}\n", text);
    return 0;
}
