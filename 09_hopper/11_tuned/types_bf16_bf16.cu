// SPDX-License-Identifier: MIT
#define STEP hopper_bf16_bf16
#define TILE_NAME 128x256
#define TYPE WGMMA_OF_BF16
#define TYPE_C HOPPER_C_BF16
#include "tuned_tile.h"
