// SPDX-License-Identifier: MIT
#define STEP tuned_64x64_across_bf16
#define TILE_NAME 64x64_across
#define TYPE WGMMA_OF_BF16
#define K_MAJOR
#include "tuned_tile.h"
