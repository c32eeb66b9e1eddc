// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <string.h>

#include "../common/driver/driver.h"
#include "show/command.h"
#include "layouts.h"
#include "show/operation.h"

static int steps_command(int argc, char **argv)
{
    return chapter_main(&chapter_06_layouts, argc, argv);
}

static const struct {
    const char *name;
    command_fn *run;
    const char *help;
} commands[] = {
    {"tour", tour_command, "the notation in one screen"},
    {"steps", steps_command, "the kernels: checked, then measured or counted; steps --help"},
    {"show", show_command, "the grid of a layout: show '((2,4),(3,5)):((3,6),(1,24))'"},
    {"tv", tv_command, "who holds what: tv SM80_16x8x16_F16F16F16F16_TN"},
    {"tiled_mma", tiled_command, "instructions side by side: tiled_mma ATOM --threads '(2,2,1)'"},
    {"tiled_copy", tiled_copy_command, "who copies what: tiled_copy ATOM --threads L --values L"},
    {"banks", banks_command, "bank conflicts: banks '(8,64):(64,1)' --type f16 --access 16"},
    {"tile", tile_command, "CUTLASS's tile traits as a layout"},
    {"atoms", atoms_command, "the instructions and tiles that are known"},
    {"literal", literal_command, "a layout as C text for a kernel: literal '((2,4),5):((1,2),8)'"},
    {"eval", eval_command, "cases from stdin, one a line, for programs"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static int help(void)
{
    printf("usage: 06_layouts                       the tour, then the steps\n"
           "       06_layouts COMMAND [ARGUMENTS] [FLAGS]\n"
           "       06_layouts OPERATION OPERAND... [--explain] [--format text|svg|latex|json]\n"
           "       06_layouts --step NAME [FLAGS]   as 06_layouts steps --step NAME\n\n"
           "commands (each has --help):\n");
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-12s %s\n", commands[i].name, commands[i].help);
    printf("\noperations, with the letters L, A, B for layouts:\n");
    const struct layout_operation *o;
    for (size_t i = 0; (o = layout_operation(i)) != NULL; i++) {
        char call[80];
        snprintf(call, sizeof call, "%s %s", o->name, o->operands);
        printf("  %-36s %s\n", call, o->about);
    }
    return 0;
}

static int run(int argc, char **argv)
{
    struct failure why;
    if (argc < 2) {
        const int status = tour_command(argc, argv);
        printf("\n");
        fflush(stdout);
        return status != 0 ? status : steps_command(argc, argv);
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return help();
    if (argv[1][0] == '-') // a flag of the steps
        return steps_command(argc, argv);
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    if (operation_find(argv[1]))
        return operation_command(argc - 1, argv + 1);
    fail(&why, "%.300s: no such command or operation; --help lists them", argv[1]);
    return refuse(&why);
}

int main(int argc, char **argv)
{
    const int status = run(argc, argv);
    // A full disk or a closed pipe must not pass for success.
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "06_layouts: standard output cannot be written\n");
        return EXIT_WRONG;
    }
    return status;
}
