// SPDX-License-Identifier: MIT
// cccl.h: finds Thrust, CUB and libcu++ (CCCL, NVIDIA's open-source headers) if they are installed.
#ifndef EMUCC_CCCL_H
#define EMUCC_CCCL_H

#include <stdbool.h>

#include "../base/text.h"

// Adds the preprocessor options for a source that includes these headers, directly or through a
// file included in quotes. Ends the program with a message that names the package to install if
// they are missing. ours is the folder of the emulator's headers.
void add_cccl(struct list *command, const char *source, const char *ours);
// Returns true if the source includes a header of CUB, directly or through such a file, or if it
// includes Thrust and uses __CUDA_ARCH__.
bool runs_thrust_as_kernels(const char *source, const char *ours);

#endif
