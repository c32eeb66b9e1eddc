// SPDX-License-Identifier: MIT
//
// builtin_types.h: the types of the CUDA runtime.
#include "driver_types.h"
#include "vector_types.h"
