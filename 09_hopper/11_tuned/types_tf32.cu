// SPDX-License-Identifier: MIT
#define STEP hopper_tf32
#define TILE_NAME 128x256
#define TYPE WGMMA_OF_TF32
#define TYPE_C HOPPER_C_F32
#define K_MAJOR
#include "tuned_tile.h"
