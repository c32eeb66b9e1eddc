// SPDX-License-Identifier: MIT
//
// tile_launch.h: tuned_tile.h's kernels for one type of A and B, and their launcher. Included after
// tuned_tile.h and
//
//     STEP    the launcher's name, and how the kernels' names begin
//     TYPE    of A and B
//
// It undefines these two, so that a file can include it for another type.
#define TYPE_C c_type(TYPE)
#define C_TILES(p, trans_a, trans_b) c_tiles(p, (struct operands){trans_a, trans_b, TYPE})
#define SHARED_BYTES sizeof(struct ring)
#define PERSISTENT
#define PANEL TUNED_PANEL
#define ADDS_TO_C (TYPE_C == HOPPER_C_F32)
#include "../parts/launch.h"
#undef STEP
#undef TYPE
