// SPDX-License-Identifier: MIT
//
// commands.h: the commands of this chapter by name. All without kernels are pure arithmetic: they
// need no GPU and no files, and also run in a browser (site/explorer/).
#ifndef LAYOUTS_COMMANDS_H
#define LAYOUTS_COMMANDS_H

#include <stdbool.h>

// Runs the command or operation that argv[1] names. False if there is none of that name.
bool layouts_command(int argc, char **argv, int *status);

// A line for each command, then for each operation. `second`: a command of the
// caller, or NULL.
void layouts_help(const char *second, const char *about_second);

// One line on stderr that argv[1] is unknown; returns the exit status.
int layouts_unknown(const char *name);

#endif
