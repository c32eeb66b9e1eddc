// SPDX-License-Identifier: MIT
//
// prepared.h: precompiled headers.
//
// Most of what the compiler reads for a short program is cuda_runtime.h, which is always the same.
// `emucc --prepare` rewrites it and precompiles it with gcc. It writes three files into a folder:
// NAME.hh, NAME.hh.gch and NAME, the list of all files that were read. NAME identifies the flags:
// "gnu++17". If a file differs from the list, or an option might change the headers, they are read
// as usual.
#ifndef EMUCC_PREPARED_H
#define EMUCC_PREPARED_H

#include "options.h"
#include "toolchain.h"

// Returns the path of the NAME.hh that fits this source, or NULL. The caller frees it.
char *find_prepared(const struct options *options, const struct toolchain *toolchain);

// Returns true if the precompiled header was used. The preprocessor then leaves a line about it in
// its output. If the file does not fit, it reads NAME.hh as text.
bool is_prepared(const char *preprocessed);

// Adds options that make the preprocessor use NAME.hh instead of cuda_runtime.h.
void add_prepared(struct list *command, const struct toolchain *toolchain, const char *header);

// Creates the three files in the folder of options->output. The last part of its name is only used
// for the list. Returns an exit status.
int prepare_headers(const struct options *options, const struct toolchain *toolchain);

#endif
