// SPDX-License-Identifier: MIT
#define STEP tuned_128x192_f16
#define TILE_NAME 128x192
#include "tuned_tile.h"
