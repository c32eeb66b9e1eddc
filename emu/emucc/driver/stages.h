// SPDX-License-Identifier: MIT
//
// stages.h: from a source to what was asked for: preprocess, rewrite, compile, link.
#ifndef EMUCC_STAGES_H
#define EMUCC_STAGES_H

#include "options.h"
#include "toolchain.h"

// Takes a source as far as options->mode says. `output` is the file to write; NULL prints, where
// that is what the mode does. Returns an exit status.
int make_one(const struct options *options, const struct toolchain *toolchain,
             const struct input *input, const char *output);

// Links the objects (one for each input that is a source, else NULL) with everything else on the
// command line and the engine. Returns an exit status.
int make_program(const struct options *options, const struct toolchain *toolchain,
                 const char *const *objects);

// "tiled" of "../sums/tiled.cu"; the caller frees it.
char *stem_of(const char *file);

#endif
