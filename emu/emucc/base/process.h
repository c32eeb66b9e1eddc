// SPDX-License-Identifier: MIT
//
// process.h: runs other programs, and manages temporary files that are removed at exit.
#ifndef EMUCC_PROCESS_H
#define EMUCC_PROCESS_H

#include <stdbool.h>

#include "text.h"

// Removes the temporary files when the program ends, also when a signal ends it.
void process_init(void);

// Returns the path of a new temporary file whose name ends in `name`. This module owns the string.
const char *temporary_file(const char *name);

// The same in the folder of `path`, for a file that is renamed to `path` later. It is removed at
// exit unless it was renamed.
const char *temporary_near(const char *path);

// Runs a program, found along PATH, and waits for it. Returns its exit status, or 1 after a
// complaint if it cannot be started or a signal ended it. Prints the command on stderr if `show` is
// set. Its stderr goes to the file `messages` unless that is NULL.
int run(const struct list *command, bool show, const char *messages);

// Returns the number at the start of the program's stdout, or 0 if there is none, or if the program
// fails or cannot be started.
int run_for_number(const struct list *command);

// Prints a command in the syntax of a shell.
void print_command(const struct list *command);

#endif
