// SPDX-License-Identifier: MIT
//
// sm_20_intrinsics.h: part of device_functions.h here; the name is kept for programs that include it.
#include "device_functions.h"
