// SPDX-License-Identifier: MIT
//
// common_functions.h: its functions are in device_functions.h here.
#include "device_functions.h"
