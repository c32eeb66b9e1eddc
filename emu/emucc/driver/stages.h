// SPDX-License-Identifier: MIT
//
// stages.h: the stages from a source to an object: preprocess, rewrite, compile, assemble.
#ifndef EMUCC_STAGES_H
#define EMUCC_STAGES_H

#include "options.h"
#include "toolchain.h"

// Processes a source up to the stage in options->mode and writes `output`, or stdout if it is NULL
// and the mode prints. Returns an exit status.
int make_one(const struct options *options, const struct toolchain *toolchain,
             const struct input *input, const char *output);

// Runs a command of the stage `name`, or prints it, and frees it. Returns an exit status.
int run_stage(const struct options *options, const char *name, struct list *command);

// explain.c: prints this file of messages of the compiler or the linker on stderr. Replaces errors
// about CUDA names that the emulated GPU lacks by one line at the same location. absent: libraries
// that were not built and may define a missing function, or NULL.
void explain(const char *messages, const char *absent);

// Like run_stage(), and passes the command's messages to explain().
int run_explained(const struct options *options, const char *name, struct list *command,
                  const char *absent);

// Returns "tiled" for "../sums/tiled.cu". The caller frees it.
char *stem_of(const char *file);

#endif
