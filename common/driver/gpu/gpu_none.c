// SPDX-License-Identifier: MIT
//
// For programs whose steps all run on the CPU: no GPU, and no CUDA to link.
#include "gpu.h"

const struct gpu_ops *gpu_ops(void) { return NULL; }
