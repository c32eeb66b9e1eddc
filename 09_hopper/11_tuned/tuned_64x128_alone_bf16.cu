// SPDX-License-Identifier: MIT
#define STEP tuned_64x128_alone_bf16
#define TILE_NAME 64x128_alone
#define TYPE WGMMA_OF_BF16
#include "tuned_tile.h"
