// SPDX-License-Identifier: MIT
#include "commands.h"

#include <string.h>

#include "../../common/base/terminal.h"
#include "../../common/layout/eval/close.h"
#include "command.h"
#include "operation.h"

static const struct {
    const char *name;
    command_fn *run;
    const char *help;
} commands[] = {
    {"tour", tour_command, "the notation in one screen"},
    {"show", show_command, "the grid of a layout: show '((2,4),(3,5)):((3,6),(1,24))'"},
    {"tv", tv_command, "who holds what: tv SM80_16x8x16_F16F16F16F16_TN"},
    {"tiled_mma", tiled_command, "instructions side by side: tiled_mma ATOM --threads '(2,2,1)'"},
    {"tiled_copy", tiled_copy_command, "threads that copy: tiled_copy ATOM --threads L --values L"},
    {"banks", banks_command, "bank conflicts: banks '(8,64):(64,1)' --type f16 --access 16"},
    {"tile", tile_command, "CUTLASS's tile traits as a layout"},
    {"atoms", atoms_command, "the instructions and tiles that are known"},
    {"literal", literal_command, "a layout as C text for a kernel: literal '((2,4),5):((1,2),8)'"},
    {"eval", eval_command, "cases from stdin, one a line, for programs"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

bool layouts_command(int argc, char **argv, int *status)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0) {
            *status = commands[i].run(argc - 1, argv + 1);
            return true;
        }
    if (!operation_find(argv[1]))
        return false;
    *status = operation_command(argc - 1, argv + 1);
    return true;
}

static void print_command(const char *name, const char *about)
{
    terminal_fold(stdout, printf("  %-12s ", name), about);
    putchar('\n');
}

void layouts_help(const char *second, const char *about_second)
{
    for (int i = 0; i < COMMANDS; i++) {
        print_command(commands[i].name, commands[i].help);
        if (i == 0 && second)
            print_command(second, about_second);
    }
    printf("\noperations, with the letters L, A, B for layouts:\n");
    const struct layout_operation *o;
    for (size_t i = 0; (o = layout_operation(i)) != NULL; i++) {
        char call[80];
        snprintf(call, sizeof call, "%s %s", o->name, o->operands);
        terminal_fold(stdout, printf("  %-32s ", call), o->about);
        putchar('\n');
    }
}

int layouts_unknown(const char *name)
{
    struct failure why;
    struct close_names close = {0};
    char text[CLOSE_TEXT];
    const struct layout_operation *o;
    for (int i = 0; i < COMMANDS; i++)
        close_names_add(&close, commands[i].name, name, strlen(name));
    for (size_t i = 0; (o = layout_operation(i)) != NULL; i++)
        close_names_add(&close, o->name, name, strlen(name));
    fail(&why, "%.300s: no such command or operation%s; --help lists them", name,
         close_names_text(&close, text));
    return refuse(&why);
}
