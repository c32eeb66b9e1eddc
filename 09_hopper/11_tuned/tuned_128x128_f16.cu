// SPDX-License-Identifier: MIT
#define STEP tuned_128x128_f16
#define TILE_NAME 128x128
#include "tuned_tile.h"
