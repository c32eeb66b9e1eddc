// SPDX-License-Identifier: MIT
#define STEP tuned_128x256_across_bf16
#define TILE_NAME 128x256_across
#define TYPE WGMMA_OF_BF16
#include "tuned_tile.h"
