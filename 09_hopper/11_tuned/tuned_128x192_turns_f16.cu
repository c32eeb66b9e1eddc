// SPDX-License-Identifier: MIT
#define STEP tuned_128x192_turns_f16
#define TILE_NAME 128x192_turns
#define K_MAJOR
#include "tuned_tile.h"
