// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <string.h>

#include "../common/driver/driver.h"
#include "layouts.h"
#include "commands/command.h"
#include "commands/commands.h"

static int steps_command(int argc, char **argv)
{
    return chapter_main(&chapter_06_layouts, argc, argv);
}

static int help(void)
{
    printf("usage: 06_layouts                   the tour, then the steps\n"
           "       06_layouts COMMAND [ARGUMENTS] [FLAGS]\n"
           "       06_layouts OPERATION OPERAND... [--explain]\n"
           "                  [--format text|svg|latex|json]\n"
           "       06_layouts --step NAME [FLAGS]\n"
           "                                    as steps --step NAME\n\n"
           "commands (each has --help):\n");
    layouts_help("steps", "the kernels: checked, then measured or counted; steps --help");
    return 0;
}

static int run(int argc, char **argv)
{
    int status;
    if (argc < 2) {
        status = tour_command(argc, argv);
        printf("\n");
        fflush(stdout);
        return status != 0 ? status : steps_command(argc, argv);
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return help();
    if (argv[1][0] == '-') // a flag of the steps
        return steps_command(argc, argv);
    if (strcmp(argv[1], "steps") == 0)
        return steps_command(argc - 1, argv + 1);
    return layouts_command(argc, argv, &status) ? status : layouts_unknown(argv[1]);
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
