// SPDX-License-Identifier: MIT
//
// device_functions.h: everything that CUDA C++ code can use without an #include: the built-in
// variables and the device functions. All of it can also be called on the host if that makes sense.
//
//   math_functions.h          rsqrtf, sinpif, min, max ...
//   emu/device/intrinsics.h   __popc, __dp4a, __sinf ...
//   emu/float16/rounded.h     __fmaf_rn, __float2int_rd ...
//   emu/device/simd.h         __vadd4, __vimax3_s32 ...
//   emu/device/warp.h         __syncthreads, __shfl_sync, __ballot_sync ...
//   emu/device/memory.h       __ldg, __stcs, __isShared ...
//   emu/ptx/asm.h             the functions that replace inline PTX
//   device_atomic_functions.h atomicAdd ...
#ifndef DEVICE_FUNCTIONS_H
#define DEVICE_FUNCTIONS_H

#include "host_defines.h"

// Only for .cu files: other files of a program may use names such as min and max.
#if defined(__cplusplus) && defined(__CUDACC__)
#include <time.h>

#include "device_atomic_functions.h"
#include "emu.h"
#include "emu/device/intrinsics.h"
#include "emu/device/memory.h"
#include "emu/device/simd.h"
#include "emu/device/warp.h"
#include "emu/ptx/asm.h"
#include "math_functions.h"

// ---- Time, sleep, end ---------------------------------------------------------------------------

// The C library's clock(), under another name because clock() itself is replaced below.
extern "C" clock_t emu_host_clock(void) noexcept __asm__("clock");

// In a kernel, a count of what its block executes, which is not a time; on the host, the C
// library's clock. (gnu_inline: the compiler must never emit a function that would replace the C
// library's.)
extern "C" {
extern inline __attribute__((always_inline, gnu_inline)) clock_t clock(void) noexcept
{
    return emu_in_kernel() ? (clock_t)emu_clock() : emu_host_clock();
}
}
// The heap of kernels; on the host the C library's.
extern "C" {
extern inline __attribute__((always_inline, gnu_inline)) void *malloc(size_t bytes) noexcept
{
    return emu_malloc(bytes);
}
extern inline __attribute__((always_inline, gnu_inline)) void free(void *p) noexcept
{
    emu_free(p);
}
}

EMU_INLINE long long clock64(void) { return emu_clock(); }
EMU_INLINE void __nanosleep(unsigned ns) { emu_nanosleep(ns); }
EMU_INLINE void __trap(void) { emu_trap(); }
EMU_INLINE void __brkpt(void) {}
EMU_INLINE void __prof_trigger(int) {}

#endif
#endif
