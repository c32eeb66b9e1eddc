// SPDX-License-Identifier: MIT
#define STEP tuned_split_64_bf16
enum { WIDE = 64 };
#define TYPE WGMMA_OF_BF16
#include "tuned_split.h"
