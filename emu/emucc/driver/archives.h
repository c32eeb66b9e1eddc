// SPDX-License-Identifier: MIT
// archives.h: what emucc links: the engine, and its libraries.
#ifndef EMUCC_ARCHIVES_H
#define EMUCC_ARCHIVES_H

#include "../base/text.h"

// Adds the engine and each libemu_NAME.a in its folder. The linker takes from them only what the
// program calls.
void add_archives(struct list *command, const char *engine);

// Returns the names of the libraries that were not built, as in "libemu_blas.a, libemu_fft.a", or
// NULL. The caller frees it.
char *absent_archives(const char *engine);

#endif
