// SPDX-License-Identifier: MIT
#define STEP tuned_split_16_f16
enum { WIDE = 16 };
#define TYPE WGMMA_OF_F16
#include "tuned_split.h"
