// SPDX-License-Identifier: MIT
//
// process.h: running other programs, and files that do not outlive this one.
#ifndef EMUCC_PROCESS_H
#define EMUCC_PROCESS_H

#include <stdbool.h>

#include "text.h"

// Removes the temporary files when the program ends, also by a signal.
void process_init(void);

// The path of a new temporary file with this last part of its name. Owned by this module.
const char *temporary_file(const char *name);

// One in the folder of that file, to be renamed to it: gone at the end, unless it was.
const char *temporary_beside(const char *path);

// Runs a program, found along PATH, and waits for it. Returns its exit status; 1 after a complaint
// if it cannot be started or was ended by a signal. Prints the command on stderr if `show` is set.
// What it says on stderr goes to the file `messages`, unless that is NULL.
int run(const struct list *command, bool show, const char *messages);

// The number at the start of what a program prints on stdout; 0 if it prints none, fails, or cannot
// be started.
int run_for_number(const struct list *command);

// Prints a command as a shell would take it.
void print_command(const struct list *command);

#endif
