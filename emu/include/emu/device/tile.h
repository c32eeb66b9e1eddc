// SPDX-License-Identifier: MIT
//
// emu/device/tile.h: operations that all threads of a block execute together, though not all of
// them wait for each other: those of a library of tiles, say.
#ifndef EMU_TILE_H
#define EMU_TILE_H

#include "../../emu.h"

#ifdef __cplusplus
extern "C" {
#endif

// This thread executes the operation of that name: a string that stays. All threads of the block
// must execute the same ones in the same order; where one does not, the operation is reported when
// the others next pass a barrier, or the block ends. threads: of the block, 0 for any number.
void emu_tile_operation(const char *name, int threads);

#ifdef __cplusplus
}
#endif
#endif
