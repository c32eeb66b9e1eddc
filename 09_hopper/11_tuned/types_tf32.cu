// SPDX-License-Identifier: MIT
#define STEP hopper_tf32
#define TILE_NAME 128x256
#define TYPE WGMMA_OF_TF32
#define K_MAJOR
#include "tuned_tile.h"
