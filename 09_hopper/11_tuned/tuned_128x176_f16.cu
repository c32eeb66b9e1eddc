// SPDX-License-Identifier: MIT
#define STEP tuned_128x176_f16
#define TILE_NAME 128x176
#define K_MAJOR
#include "tuned_tile.h"
