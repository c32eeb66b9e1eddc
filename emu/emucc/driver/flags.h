// SPDX-License-Identifier: MIT
//
// flags.h: what several commands of emucc's have in common.
#ifndef EMUCC_FLAGS_H
#define EMUCC_FLAGS_H

#include <stdbool.h>

#include "options.h"
#include "toolchain.h"

// The folders of the emulator's headers, before and behind those of the system.
void add_headers(struct list *command, const struct toolchain *toolchain);

// The macros that nvcc has, and one that says where we are.
void add_cuda_macros(struct list *command, const struct options *options);

// What both stages of a .cu file get. The preprocessor must not see -fsanitize=thread: it would
// define a macro by which headers change.
void add_cuda_flags(struct list *command, const struct options *options);

// Is it among the flags for the host compiler?
bool is_asked_for(const struct options *options, const char *flag);

#endif
