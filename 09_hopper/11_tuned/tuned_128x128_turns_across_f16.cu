// SPDX-License-Identifier: MIT
#define STEP tuned_128x128_turns_across_f16
#define TILE_NAME 128x128_turns_across
#include "tuned_tile.h"
