// SPDX-License-Identifier: MIT
#define STEP tuned_128x64_4_bf16
#define TILE_NAME 128x64_4
#define TYPE WGMMA_OF_BF16
#include "tuned_tile.h"
