// SPDX-License-Identifier: MIT
//
// flags.h: options that several commands of emucc share.
#ifndef EMUCC_FLAGS_H
#define EMUCC_FLAGS_H

#include <stdbool.h>

#include "options.h"
#include "toolchain.h"

// Adds the folders of the emulator's headers, before and after those of the system.
void add_headers(struct list *command, const struct toolchain *toolchain);

// Adds nvcc's macros, and one that identifies the emulator.
void add_cuda_macros(struct list *command, const struct options *options);

// Adds the options of both stages of a .cu file. The preprocessor must not see -fsanitize=thread,
// because it would define a macro that changes headers.
void add_cuda_flags(struct list *command, const struct options *options);

// Returns true if the flag is among the flags for the host compiler.
bool has_host_flag(const struct options *options, const char *flag);

// ---- cccl.c: Thrust, CUB and libcu++ (CCCL, NVIDIA's open-source headers), if installed ----------

// Adds the preprocessor options for a source that includes these headers, directly or through a
// file included in quotes. Ends the program with a message that names the package to install if
// they are missing.
void add_cccl(struct list *command, const char *source, const struct toolchain *toolchain);
// Returns true if the source includes a header of CUB, directly or through such a file, or if it
// includes Thrust and uses __CUDA_ARCH__.
bool runs_thrust_as_kernels(const char *source, const struct toolchain *toolchain);
// Returns true if the source includes headers of CCCL and __CUDA_ARCH__ is undefined in it.
bool runs_thrust_on_host(const char *source, const struct toolchain *toolchain);

#endif
