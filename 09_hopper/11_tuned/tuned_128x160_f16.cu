// SPDX-License-Identifier: MIT
#define STEP tuned_128x160_f16
#define TILE_NAME 128x160
#define K_MAJOR
#include "tuned_tile.h"
