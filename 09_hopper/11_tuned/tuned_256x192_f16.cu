// SPDX-License-Identifier: MIT
#define STEP tuned_256x192_f16
enum { BM = 256, BN = 192, STAGES = 3 };
#define DOWN 1
#define ACROSS 2
#define BF16 false
#include "tuned_tile.h"
