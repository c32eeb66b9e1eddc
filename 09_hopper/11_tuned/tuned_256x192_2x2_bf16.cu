// SPDX-License-Identifier: MIT
#define STEP tuned_256x192_2x2_bf16
#define TILE_NAME 256x192_2x2
#define TYPE WGMMA_OF_BF16
#define K_MAJOR
#include "tuned_tile.h"
