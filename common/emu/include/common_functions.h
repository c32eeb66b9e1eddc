// SPDX-License-Identifier: MIT
//
// common_functions.h: part of device_functions.h here; the name is kept for programs that include it.
#include "device_functions.h"
