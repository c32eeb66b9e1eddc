// SPDX-License-Identifier: MIT
#define STEP tuned_128x256_2x2_bf16
#define TILE_NAME 128x256_2x2
#define TYPE WGMMA_OF_BF16
#include "tuned_tile.h"
