// SPDX-License-Identifier: MIT
#define STEP tuned_64x256_across_f16
#define TILE_NAME 64x256_across
#define K_MAJOR
#include "tuned_tile.h"
