// SPDX-License-Identifier: MIT
#define STEP tuned_256x192_bf16
enum { BM = 256, BN = 192, STAGES = 3 };
#define DOWN 1
#define ACROSS 2
#define BF16 true
#include "tuned_tile.h"
