// SPDX-License-Identifier: MIT
//
// link.h: the last stage: a program, a shared library, an archive of objects.
#ifndef EMUCC_LINK_H
#define EMUCC_LINK_H

#include "../base/text.h"
#include "options.h"
#include "toolchain.h"

// Links the objects (one for each input that is a source, else NULL) with the other inputs of the
// command line and the engine. Returns an exit status.
int make_program(const struct options *options, const struct toolchain *toolchain,
                 const char *const *objects);

// -lib: puts the objects into an archive. Returns an exit status.
int make_archive(const struct options *options, const char *const *objects);

// -dlink: writes an object without code. The device functions of separately compiled files are
// ordinary symbols, which the linker resolves. Returns an exit status.
int make_device_link(const struct options *options, const struct toolchain *toolchain);

// -run: runs the program. Returns its exit status.
int run_result(const struct options *options);

// ---- archives.c: the engine, and its libraries --------------------------------------------------

// Adds the engine and each libemu_NAME.a in its folder. The linker takes from them only what the
// program calls.
void add_archives(struct list *command, const char *engine);

// Returns the names of the libraries that were not built, as in "libemu_blas.a, libemu_fft.a", or
// NULL. The caller frees it.
char *absent_archives(const char *engine);

#endif
