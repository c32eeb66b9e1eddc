// SPDX-License-Identifier: MIT
//
// cccl.h: Thrust and libcu++, which are NVIDIA's own open headers (CCCL), found when installed.
#ifndef EMUCC_CCCL_H
#define EMUCC_CCCL_H

#include "text.h"

// Adds what the preprocessor needs for a source that includes them, in this file or in one that it
// includes by a name in quotes; ends the program with a line that says what to install, or that CUB
// is not there. ours: the folder of the emulator's headers.
void add_cccl(struct list *command, const char *source, const char *ours);

#endif
