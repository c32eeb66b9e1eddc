// SPDX-License-Identifier: MIT
//
// emu/ptx/asm.h: what emucc writes in place of inline PTX (emucc/ptx/ptx_table.c): one small
// function for each instruction that C++ does not have. All end with the diagnoses, counters and
// races of the plain C++ beside them, because all of them come down to the same calls of the
// engine.
#ifndef EMU_PTX_ASM_H
#define EMU_PTX_ASM_H

#include "bits.h"

#include "convert.h"
#include "float.h"
#include "half.h"
#include "hopper.h"
#include "integer.h"
#include "memory.h"
#include "warp.h"

#endif
