// SPDX-License-Identifier: MIT
//
// cuda_runtime.h of the emulated GPU: everything that a .cu file can use without an #include. emucc
// includes it before the first line of each .cu file, as nvcc includes NVIDIA's.
#ifndef EMU_CUDA_RUNTIME_H
#define EMU_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__

#include "emu/device/letters.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver_types.h"
#include "vector_types.h"
#include "vector_functions.h"
#include "cuda_runtime_api.h"

#ifdef __cplusplus
#include <cmath>
#include <new>
#include <utility> // as in NVIDIA's header: programs use std::move and initializer lists without
                   // including it

#include "emu/device/callouts.h"
#include "emu.h"
#include "device_functions.h"
#include "emu/device/texture.h"
#include "cuda_runtime_cxx.h"
#endif

#include "emu/device/letters_end.h"
#endif
