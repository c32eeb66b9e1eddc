// SPDX-License-Identifier: MIT
#define STEP tuned_128x224_f16
#define TILE_NAME 128x224
#define K_MAJOR
#include "tuned_tile.h"
