// SPDX-License-Identifier: MIT
//
// types_3xtf32.cu: float32 on tensor cores, by three products of tf32 (CUTLASS: 3xTF32).
//
// Each float32 is two tf32 numbers, big and small (tf32_parts.h). A copy writes the parts of a row
// of A one after the other, and those of B in another order (k_major.h), so that the three products
// are one product with three times the k. wgmma truncates its sums, so they are promoted.
#define STEP hopper_3xtf32
#define TILE_NAME 256x128
#define TYPE WGMMA_OF_TF32
#define TYPE_C HOPPER_C_F32
#define SPLIT true
#define PROMOTED
#define K_MAJOR
#include "tuned_tile.h"
