// SPDX-License-Identifier: MIT
//
// frames.h: the source line that a message of the emulated GPU should name: the line that calls
// these headers. Included once in each program, in a file that is always linked.
#ifndef COMMON_FRAMES_H
#define COMMON_FRAMES_H

#if (defined EMU_GPU || defined __EMU_GPU__) && !defined __wasm__
#include "emu_frames.h"

EMU_FRAMES(common, EMU_FRAMES_SHOW_CALLER, "/common/")
EMU_FRAMES(device, EMU_FRAMES_COUNT_FOR_CALLER, "/common/device/")
EMU_FRAMES(tile, EMU_FRAMES_ARE_OPERATIONS, "/common/device/tile/")
EMU_FRAMES(ptx, EMU_FRAMES_ARE_OPERATIONS, "/common/device/ptx/")
#endif

#endif
