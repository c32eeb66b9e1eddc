// SPDX-License-Identifier: MIT
#define STEP tuned_split_32_f16
enum { WIDE = 32 };
#define TYPE WGMMA_OF_F16
#include "tuned_split.h"
