// SPDX-License-Identifier: MIT
#define STEP tuned_128x64_f16
#define TILE_NAME 128x64
#define K_MAJOR
#include "tuned_tile.h"
