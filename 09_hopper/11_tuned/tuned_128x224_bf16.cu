// SPDX-License-Identifier: MIT
#define STEP tuned_128x224_bf16
#define TILE_NAME 128x224
#define TYPE WGMMA_OF_BF16
#define K_MAJOR
#include "tuned_tile.h"
