// SPDX-License-Identifier: MIT
#define STEP tuned_128x160_turns_bf16
#define TILE_NAME 128x160_turns
#define TYPE WGMMA_OF_BF16
#define K_MAJOR
#include "tuned_tile.h"
