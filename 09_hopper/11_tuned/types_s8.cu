// SPDX-License-Identifier: MIT
#define STEP hopper_s8
#define TILE_NAME 128x256
#define TYPE WGMMA_OF_S8
#define TYPE_C HOPPER_C_S32
#define K_MAJOR
#define HOPPER_S32
#include "tuned_tile.h"
