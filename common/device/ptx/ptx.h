// SPDX-License-Identifier: MIT
//
// ptx.h: one function for each PTX instruction that the course teaches, named as in the PTX ISA.
// For kernels. On a GPU it is inline PTX; on the emulated GPU a twin (emu/include/emu/ptx/) does
// the same and reports mistakes.
#ifndef COMMON_PTX_H
#define COMMON_PTX_H

#include "cp_async.h" // asynchronous copies, global to shared memory
#include "ldmatrix.h" // 8 x 8 matrices, shared memory to registers
#include "mma.h"      // products of matrices by a warp

#endif
