// SPDX-License-Identifier: MIT
//
// driver_functions.h: make_cudaExtent and its like are in cuda_runtime.h here.
#include "cuda_runtime.h"
