// SPDX-License-Identifier: MIT
//
// link.h: the last stage: a program, a shared library, an archive of objects.
#ifndef EMUCC_LINK_H
#define EMUCC_LINK_H

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

#endif
