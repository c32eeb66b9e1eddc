// SPDX-License-Identifier: MIT
#define STEP hopper_e4m3
#define TILE_NAME 128x256
#define TYPE WGMMA_OF_E4M3
#define TYPE_C HOPPER_C_F32
#define K_MAJOR
#include "tuned_tile.h"
