// SPDX-License-Identifier: MIT
#define STEP tuned_128x128_turns_bf16
#define TILE_NAME 128x128_turns
#define TYPE WGMMA_OF_BF16
#include "tuned_tile.h"
