// SPDX-License-Identifier: MIT
//
// prepared.h: the emulator's headers, read once for all.
//
// Most of what the compiler reads for a short program is cuda_runtime.h, always the same. `emucc
// --prepare` reads it beforehand (gcc's precompiled headers), rewritten and with its macros, and
// leaves three files in a folder: NAME.hh, NAME.hh.gch and the list NAME of all files that were
// read. NAME says for which flags: "gnu++17". What differs from the list in any way, and any option
// that might change what the headers say, and they are read as ever.
#ifndef EMUCC_PREPARED_H
#define EMUCC_PREPARED_H

#include "options.h"
#include "toolchain.h"

// The NAME.hh that serves for this source; NULL: there is none. The caller frees it.
char *find_prepared(const struct options *options, const struct toolchain *toolchain);

// Was it taken? The preprocessor leaves a mark in its output; where it finds that the file does not
// fit after all, it has read NAME.hh as text.
bool is_prepared(const char *preprocessed);

// Flags for the preprocessor, which takes NAME.hh in place of cuda_runtime.h.
void add_prepared(struct list *command, const struct toolchain *toolchain, const char *header);

// Makes the three files; options->output names the list, whose name decides nothing. Returns an
// exit status.
int prepare_headers(const struct options *options, const struct toolchain *toolchain);

#endif
