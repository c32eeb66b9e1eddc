// SPDX-License-Identifier: MIT
//
// verbose.h: what -v and --dryrun print: the commands, in the form of nvcc, which CMake reads.
#ifndef EMUCC_VERBOSE_H
#define EMUCC_VERBOSE_H

#include "options.h"
#include "toolchain.h"

// The folders, as "#$ TOP=/opt/emu/lib/emu/toolkit".
void print_folders(const struct options *options, const struct toolchain *toolchain);

// A command, after "#$ ".
void print_step(const struct list *command);

// A step that is not a command, as a comment of the shell.
void print_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

// The link as CMake repeats it: CMake takes the first word as the program that links, and the
// options -L and -l as those of every CUDA program.
void print_cuda_link(const struct options *options, const struct toolchain *toolchain,
                     const char *const *objects);

#endif
