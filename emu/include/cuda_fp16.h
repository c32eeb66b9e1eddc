// SPDX-License-Identifier: MIT
//
// cuda_fp16.h: half precision: __half (half) and the pair __half2 (half2), with CUDA's functions
// and operators and the rounding of the hardware. See emu/float16/family.h for the functions and
// emu/float16/float16.h for the arithmetic. C programs get the raw types and emu/float16/float16.h.
//
// The operators round after each operation. NVIDIA's compiler may fuse a * b + c of halfs into one
// rounding; __hfma requires that on both machines, __hmul_rn forbids it.
#ifndef EMU_CUDA_FP16_H
#define EMU_CUDA_FP16_H

#include "emu/float16/float16.h"

typedef struct __attribute__((aligned(2))) {
    unsigned short x;
} __half_raw;

typedef struct __attribute__((aligned(4))) {
    unsigned short x, y;
} __half2_raw;

#ifdef __cplusplus
#include <math.h>

#include "device_functions.h"
#include "emu.h"
#include "vector_types.h"

struct __half;
struct __half2;
struct __nv_bfloat16;

#define EMU_T __half
#define EMU_T2 __half2
#define EMU_OTHER __nv_bfloat16
#define EMU_CORE(f) emu_half_##f
#define EMU_WORD half
#define EMU_WORD2 half2
#define EMU_ONE 0x3C00
#define EMU_INFINITY 0x7C00
#define EMU_ATOMIC_ADD_1 EMU_ATOMIC_ADD_F16
#define EMU_ATOMIC_ADD_2 EMU_ATOMIC_ADD_F16X2
#include "emu/float16/family.h"

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFF)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFF)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00)

#endif // __cplusplus
#endif
