// SPDX-License-Identifier: MIT
#define STEP hopper_e4m3_scaled
#define TILE_NAME 256x128
#define TYPE WGMMA_OF_E4M3
#define TYPE_C HOPPER_C_F32
#define PROMOTED
#define SCALED true
#define K_MAJOR
#include "tuned_tile.h"
