// SPDX-License-Identifier: MIT
#define STEP hopper_e4m3_promoted
#define TILE_NAME 256x128
#define TYPE WGMMA_OF_E4M3
#define TYPE_C HOPPER_C_F32
#define PROMOTED
#define K_MAJOR
#include "tuned_tile.h"
