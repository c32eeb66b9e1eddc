// SPDX-License-Identifier: MIT
#define STEP tuned_128x144_f16
#define TILE_NAME 128x144
#define K_MAJOR
#include "tuned_tile.h"
