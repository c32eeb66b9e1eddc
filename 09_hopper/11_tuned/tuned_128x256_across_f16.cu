// SPDX-License-Identifier: MIT
#define STEP tuned_128x256_across_f16
#define TILE_NAME 128x256_across
#include "tuned_tile.h"
