// SPDX-License-Identifier: MIT
#define STEP tuned_split_128x64_bf16
enum { BM = 128, WIDE = 64 };
#define TYPE WGMMA_OF_BF16
#include "tuned_split.h"
