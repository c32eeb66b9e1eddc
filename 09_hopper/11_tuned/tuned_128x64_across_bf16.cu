// SPDX-License-Identifier: MIT
#define STEP tuned_128x64_across_bf16
#define TILE_NAME 128x64_across
#define TYPE WGMMA_OF_BF16
#include "tuned_tile.h"
