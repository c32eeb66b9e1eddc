// SPDX-License-Identifier: MIT
#define STEP tuned_64x128_alone_f16
#define TILE_NAME 64x128_alone
#include "tuned_tile.h"
