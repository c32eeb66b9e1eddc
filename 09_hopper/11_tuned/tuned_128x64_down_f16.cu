// SPDX-License-Identifier: MIT
#define STEP tuned_128x64_down_f16
#define TILE_NAME 128x64_down
#define K_MAJOR
#include "tuned_tile.h"
