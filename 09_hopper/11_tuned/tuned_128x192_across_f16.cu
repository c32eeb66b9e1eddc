// SPDX-License-Identifier: MIT
#define STEP tuned_128x192_across_f16
enum { BM = 128, BN = 192, STAGES = 4 };
#define DOWN 1
#define ACROSS 2
#define BF16 false
#include "tuned_tile.h"
