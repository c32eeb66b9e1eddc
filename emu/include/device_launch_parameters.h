// SPDX-License-Identifier: MIT
//
// device_launch_parameters.h: threadIdx and the others, which every .cu file has already.
#include "device_functions.h"
