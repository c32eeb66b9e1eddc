// SPDX-License-Identifier: MIT
#define STEP tuned_128x64_4_f16
#define TILE_NAME 128x64_4
#include "tuned_tile.h"
