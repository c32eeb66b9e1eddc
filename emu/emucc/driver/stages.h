// SPDX-License-Identifier: MIT
//
// stages.h: the stages from a source to the result: preprocess, rewrite, compile, link.
#ifndef EMUCC_STAGES_H
#define EMUCC_STAGES_H

#include "options.h"
#include "toolchain.h"

// Processes a source up to the stage in options->mode and writes `output`, or stdout if it is NULL
// and the mode prints. Returns an exit status.
int make_one(const struct options *options, const struct toolchain *toolchain,
             const struct input *input, const char *output);

// Links the objects (one for each input that is a source, else NULL) with the other inputs of the
// command line and the engine. Returns an exit status.
int make_program(const struct options *options, const struct toolchain *toolchain,
                 const char *const *objects);

// Returns "tiled" for "../sums/tiled.cu". The caller frees it.
char *stem_of(const char *file);

#endif
