// SPDX-License-Identifier: MIT
#define STEP tuned_128x160_turns_f16
#define TILE_NAME 128x160_turns
#define K_MAJOR
#include "tuned_tile.h"
