// SPDX-License-Identifier: MIT
//
// cuda_device_runtime_api.h: what kernels may call of it is in cuda_runtime.h here.
#include "cuda_runtime.h"
