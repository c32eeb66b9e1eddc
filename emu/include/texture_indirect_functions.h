// SPDX-License-Identifier: MIT
//
// texture_indirect_functions.h: its functions are in cuda_runtime.h here.
#include "cuda_runtime.h"
