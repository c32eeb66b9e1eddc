// SPDX-License-Identifier: MIT
#define STEP tuned_128x96_across_f16
#define TILE_NAME 128x96_across
#define K_MAJOR
#include "tuned_tile.h"
