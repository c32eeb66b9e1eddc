// SPDX-License-Identifier: MIT
#define STEP tuned_128x64_bf16
#define TILE_NAME 128x64
#define TYPE WGMMA_OF_BF16
#define K_MAJOR
#include "tuned_tile.h"
