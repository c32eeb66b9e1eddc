// SPDX-License-Identifier: MIT
//
// emu_ptx_asm.h: what emucc writes in place of inline PTX (emucc/ptx/ptx_table.c): one small
// function for each instruction that C++ does not have. All end with the diagnoses, counters and
// races of the plain C++ beside them, because all of them come down to the same calls of the
// engine.
#ifndef EMU_PTX_ASM_H
#define EMU_PTX_ASM_H

#include "emu_ptx_bits.h"

#include "emu_ptx_convert.h"
#include "emu_ptx_float.h"
#include "emu_ptx_half.h"
#include "emu_ptx_hopper.h"
#include "emu_ptx_integer.h"
#include "emu_ptx_memory.h"
#include "emu_ptx_warp.h"

#endif
