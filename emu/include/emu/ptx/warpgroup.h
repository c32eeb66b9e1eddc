// SPDX-License-Identifier: MIT
//
// emu/ptx/warpgroup.h: setmaxnreg, elect.sync and named barriers, one function each.
#ifndef EMU_PTX_WARPGROUP_H
#define EMU_PTX_WARPGROUP_H

#include "../device/warpgroup.h"

EMU_INLINE void setmaxnreg_inc(int registers) { emu_setmaxnreg(registers, 1); }
EMU_INLINE void setmaxnreg_dec(int registers) { emu_setmaxnreg(registers, 0); }

EMU_INLINE bool elect_sync(void) { return emu_elect() != 0; }

EMU_INLINE void barrier_sync(int id, int threads) { emu_barrier_sync(id, threads); }
EMU_INLINE void barrier_arrive(int id, int threads) { emu_barrier_arrive(id, threads); }

#endif
