// SPDX-License-Identifier: MIT
#define STEP tuned_split_32_bf16
enum { WIDE = 32 };
#define TYPE WGMMA_OF_BF16
#include "tuned_split.h"
