// SPDX-License-Identifier: MIT
//
// device_launch_parameters.h: threadIdx, blockIdx, blockDim, gridDim. Every .cu file has them already.
#include "device_functions.h"
