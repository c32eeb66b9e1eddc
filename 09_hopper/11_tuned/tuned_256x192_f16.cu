// SPDX-License-Identifier: MIT
#define STEP tuned_256x192_f16
#define TILE_NAME 256x192
#include "tuned_tile.h"
