// SPDX-License-Identifier: MIT
//
// sm_30_intrinsics.h: its functions are in device_functions.h here.
#include "device_functions.h"
