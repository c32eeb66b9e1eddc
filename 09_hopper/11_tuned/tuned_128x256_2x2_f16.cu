// SPDX-License-Identifier: MIT
#define STEP tuned_128x256_2x2_f16
#define TILE_NAME 128x256_2x2
#include "tuned_tile.h"
