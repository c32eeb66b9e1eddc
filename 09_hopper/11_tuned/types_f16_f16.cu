// SPDX-License-Identifier: MIT
#define STEP hopper_f16_f16
#define TILE_NAME 128x256
#define TYPE_C HOPPER_C_F16
#include "tuned_tile.h"
