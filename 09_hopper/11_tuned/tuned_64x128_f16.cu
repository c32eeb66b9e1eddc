// SPDX-License-Identifier: MIT
#define STEP tuned_64x128_f16
#define TILE_NAME 64x128
#include "tuned_tile.h"
