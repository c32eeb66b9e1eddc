// SPDX-License-Identifier: MIT
#define STEP tuned_128x64_across_f16
#define TILE_NAME 128x64_across
#include "tuned_tile.h"
