// SPDX-License-Identifier: MIT
#define STEP tuned_128x192_across_f16
#define TILE_NAME 128x192_across
#include "tuned_tile.h"
