// SPDX-License-Identifier: MIT
#define STEP tuned_split_128x16_f16
enum { BM = 128, WIDE = 16 };
#define TYPE WGMMA_OF_F16
#include "tuned_split.h"
