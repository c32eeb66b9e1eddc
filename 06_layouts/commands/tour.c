// SPDX-License-Identifier: MIT
//
// tour.c: the chapter in one screen: eight commands with a sentence each. README.md has the rest.
#include <stdio.h>
#include <string.h>

#include "../../common/base/terminal.h"
#include "command.h"

static const struct {
    const char *text;
    command_fn *run;
    const char *arguments[8]; // [0]: the command
} stops[] = {
    {"A layout maps coordinates to offsets, written shape:stride. Row-major:",
     show_command,
     {"show", "(2,4):(4,1)"}},
    {"A mode may consist of modes: 8 x 15 elements in tiles of 2 x 3. The last one:",
     operation_command,
     {"crd2idx", "((1,3),(2,4))", "((2,4),(3,5)):((3,6),(1,24))"}},
    {"That layout is a product: the tile, repeated.",
     operation_command,
     {"blocked_product", "(2,3):(3,1)", "(4,5):(1,4)"}},
    {"Composition: B first, then A. Each step as the library takes it:",
     operation_command,
     {"composition", "(10,2):(16,4)", "(5,4):(1,5)", "--explain"}},
    {"Division cuts into tiles: the tile of a block, and where it begins.",
     operation_command,
     {"local_tile", "(8,12):(12,1)", "<4,6>", "(1,1)"}},
    {"Threads and values are modes, too: 8 threads share a 4 x 8 tile, row-major.",
     tv_command,
     {"tv", "((2,4),(2,2)):((8,1),(4,16))", "--tensor", "(4,8):(8,1)", "--thread", "3"}},
    {"A column of 16-byte pieces, all in the same four banks of shared memory:",
     banks_command,
     {"banks", "(8,64):(64,1)", "--type", "f16", "--access", "16", "--lanes", "8"}},
    {"The same with a swizzle: the pieces change places, the conflicts are gone.",
     banks_command,
     {"banks", "Layout_K_SW128", "--type", "f16", "--access", "16", "--lanes", "8"}},
};

int tour_command(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) {
        struct failure why;
        fail(&why, "tour: takes no arguments");
        return refuse(&why);
    }
    terminal_fold_on_screen(stdout, 0,
                            "06_layouts: one notation for matrices, tiles, threads and registers");
    putchar('\n');
    terminal_fold_on_screen(stdout, 0,
                            "(the lesson: 06_layouts/README.md; all commands: 06_layouts --help)");
    putchar('\n');
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        char words[8][128], *arguments[9];
        int count = 0;
        putchar('\n');
        terminal_fold_on_screen(stdout, 0, stops[i].text);
        printf("\n$ 06_layouts");
        for (; count < 8 && stops[i].arguments[count]; count++) {
            const char *word = stops[i].arguments[count];
            snprintf(words[count], sizeof words[count], "%s", word);
            arguments[count] = words[count];
            printf(strpbrk(word, "(<") ? " '%s'" : " %s", word);
        }
        arguments[count] = NULL;
        printf("\n");
        fflush(stdout);
        const int status = stops[i].run(count, arguments);
        if (status != 0)
            return status;
    }
    return 0;
}
