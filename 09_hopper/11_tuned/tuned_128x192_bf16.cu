// SPDX-License-Identifier: MIT
#define STEP tuned_128x192_bf16
#define TILE_NAME 128x192
#define TYPE WGMMA_OF_BF16
#include "tuned_tile.h"
