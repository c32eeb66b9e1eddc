// SPDX-License-Identifier: MIT
#define STEP tuned_128x192_bf16
enum { BM = 128, BN = 192, STAGES = 4 };
#define DOWN 2
#define ACROSS 1
#define BF16 true
#include "tuned_tile.h"
