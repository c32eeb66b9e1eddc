// SPDX-License-Identifier: MIT
//
// emu/ptx/asm.h: the functions that replace inline PTX (emucc/ptx/ptx_table.c), one for each
// instruction that C++ does not have. They call the same functions of the engine as plain C++ code,
// so they get the same diagnoses, counters and race detection.
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
