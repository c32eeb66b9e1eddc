// SPDX-License-Identifier: MIT
#define STEP tuned_128x128_bf16
enum { BM = 128, BN = 128, STAGES = 6 };
#define DOWN 2
#define ACROSS 1
#define BF16 true
#include "tuned_tile.h"
