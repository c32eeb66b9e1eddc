// SPDX-License-Identifier: MIT
//
// emu/device/tile.h: operations that all threads of a block execute, but not as a barrier: for
// example those of a library of tiles.
#ifndef EMU_TILE_H
#define EMU_TILE_H

#include "../../emu.h"

#ifdef __cplusplus
extern "C" {
#endif

// This thread executes the named operation; `name` must stay valid. All threads of the block must
// execute the same operations in the same order. If one does not, the operation is reported at the
// next barrier of the other threads, or at the end of the block. threads: the block's size; 0: any.
void emu_tile_operation(const char *name, int threads);

#ifdef __cplusplus
}
#endif
#endif
