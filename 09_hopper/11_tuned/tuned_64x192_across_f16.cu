// SPDX-License-Identifier: MIT
#define STEP tuned_64x192_across_f16
#define TILE_NAME 64x192_across
#define K_MAJOR
#include "tuned_tile.h"
