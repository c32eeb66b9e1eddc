// SPDX-License-Identifier: MIT
//
// sm_20_intrinsics.h: its functions are in device_functions.h here.
#include "device_functions.h"
