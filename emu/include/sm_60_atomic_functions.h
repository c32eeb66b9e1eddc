// SPDX-License-Identifier: MIT
//
// sm_60_atomic_functions.h: its functions are in device_functions.h here.
#include "device_functions.h"
