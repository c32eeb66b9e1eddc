// SPDX-License-Identifier: MIT
#define STEP tuned_split_16_bf16
enum { WIDE = 16 };
#define TYPE WGMMA_OF_BF16
#include "tuned_split.h"
