// SPDX-License-Identifier: MIT
//
// sm_20_atomic_functions.h: its functions are in device_functions.h here.
#include "device_functions.h"
