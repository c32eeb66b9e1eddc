// SPDX-License-Identifier: MIT
#define STEP tuned_split_64x64_f16
enum { BM = 64, WIDE = 64 };
#define TYPE WGMMA_OF_F16
#include "tuned_split.h"
