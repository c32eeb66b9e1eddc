// SPDX-License-Identifier: MIT
//
// cccl.h: Thrust, CUB and libcu++, which are NVIDIA's own open headers (CCCL), found when
// installed.
#ifndef EMUCC_CCCL_H
#define EMUCC_CCCL_H

#include <stdbool.h>

#include "../base/text.h"

// Adds what the preprocessor needs for a source that includes them, in this file or in one that it
// includes by a name in quotes; ends the program with a line that says what to install. ours: the
// folder of the emulator's headers.
void add_cccl(struct list *command, const char *source, const char *ours);
// Does it include a header of CUB, by itself or through such a file, or Thrust beside
// __CUDA_ARCH__?
bool runs_thrust_as_kernels(const char *source, const char *ours);

#endif
