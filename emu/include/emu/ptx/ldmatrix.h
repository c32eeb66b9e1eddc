// SPDX-License-Identifier: MIT
//
// emu/ptx/ldmatrix.h: ldmatrix, one function for each form, named as in the PTX ISA.
#ifndef EMU_PTX_LDMATRIX_H
#define EMU_PTX_LDMATRIX_H

#include "../device/matrix.h"

EMU_INLINE void ldmatrix_x1(uint32_t r[1], const void *row) { emu_ldmatrix(r, row, 1, 0); }
EMU_INLINE void ldmatrix_x2(uint32_t r[2], const void *row) { emu_ldmatrix(r, row, 2, 0); }
EMU_INLINE void ldmatrix_x4(uint32_t r[4], const void *row) { emu_ldmatrix(r, row, 4, 0); }
EMU_INLINE void ldmatrix_x1_trans(uint32_t r[1], const void *row) { emu_ldmatrix(r, row, 1, 1); }
EMU_INLINE void ldmatrix_x2_trans(uint32_t r[2], const void *row) { emu_ldmatrix(r, row, 2, 1); }
EMU_INLINE void ldmatrix_x4_trans(uint32_t r[4], const void *row) { emu_ldmatrix(r, row, 4, 1); }

#endif
