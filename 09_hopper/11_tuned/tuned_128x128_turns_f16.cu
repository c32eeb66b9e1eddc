// SPDX-License-Identifier: MIT
#define STEP tuned_128x128_turns_f16
#define TILE_NAME 128x128_turns
#include "tuned_tile.h"
