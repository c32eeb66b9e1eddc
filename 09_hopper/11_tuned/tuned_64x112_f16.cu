// SPDX-License-Identifier: MIT
#define STEP tuned_64x112_f16
#define TILE_NAME 64x112
#define K_MAJOR
#include "tuned_tile.h"
