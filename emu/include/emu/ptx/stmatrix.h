// SPDX-License-Identifier: MIT
//
// emu/ptx/stmatrix.h: stmatrix, one function for each form, named as in the PTX ISA.
#ifndef EMU_PTX_STMATRIX_H
#define EMU_PTX_STMATRIX_H

#include "../device/matrix.h"

EMU_INLINE void stmatrix_x4(void *row, const uint32_t r[4]) { emu_stmatrix(row, r, 4, 0); }
EMU_INLINE void stmatrix_x2(void *row, const uint32_t r[2]) { emu_stmatrix(row, r, 2, 0); }
EMU_INLINE void stmatrix_x4_trans(void *row, const uint32_t r[4]) { emu_stmatrix(row, r, 4, 1); }

#endif
