// SPDX-License-Identifier: MIT
#define STEP tuned_split_128_bf16
enum { WIDE = 128 };
#define TYPE WGMMA_OF_BF16
#include "tuned_split.h"
