// SPDX-License-Identifier: MIT
//
// function.h: what the functions around inline PTX share. Not for the emulated GPU.
#ifndef COMMON_PTX_FUNCTION_H
#define COMMON_PTX_FUNCTION_H

#include <stdint.h>
#include <stdio.h>

#define PTX_FUNCTION static __device__ __forceinline__

// PTX_SM80(text : results : operands) is the instruction if the code is compiled for compute
// capability 8.0 or more. On an older GPU the kernel prints what it needs, and ends. The driver
// tests the capability before the launch (min_compute_capability of the step), so this should not
// happen.
PTX_FUNCTION void ptx_too_old(const char *instruction, const char *needs)
{
    printf("%s needs compute capability %s\n", instruction, needs);
    __trap();
}

#ifdef __CUDA_ARCH__
#define PTX_ARCH __CUDA_ARCH__
#else
#define PTX_ARCH 900 // the host's pass: nothing of it is executed
#endif

#if PTX_ARCH >= 750
#define PTX_SM75(...) asm volatile(__VA_ARGS__)
#else
#define PTX_SM75(...) ptx_too_old(__func__, "7.5")
#endif
#if PTX_ARCH >= 800
#define PTX_SM80(...) asm volatile(__VA_ARGS__)
#else
#define PTX_SM80(...) ptx_too_old(__func__, "8.0")
#endif
#if PTX_ARCH >= 900
#define PTX_SM90(...) asm volatile(__VA_ARGS__)
#else
#define PTX_SM90(...) ptx_too_old(__func__, "9.0")
#endif

#endif
