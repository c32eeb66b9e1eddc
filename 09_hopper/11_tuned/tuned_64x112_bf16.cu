// SPDX-License-Identifier: MIT
#define STEP tuned_64x112_bf16
#define TILE_NAME 64x112
#define TYPE WGMMA_OF_BF16
#define K_MAJOR
#include "tuned_tile.h"
