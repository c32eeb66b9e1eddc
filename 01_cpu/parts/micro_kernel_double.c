// SPDX-License-Identifier: MIT
#define REAL_IS_DOUBLE
#include "micro_kernel.c"
