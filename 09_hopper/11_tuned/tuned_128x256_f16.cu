// SPDX-License-Identifier: MIT
#define STEP tuned_128x256_f16
#define TILE_NAME 128x256
#include "tuned_tile.h"
