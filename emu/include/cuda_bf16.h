// SPDX-License-Identifier: MIT
//
// cuda_bf16.h: bfloat16: __nv_bfloat16 and the pair __nv_bfloat162, with CUDA's functions and
// operators and the rounding of the hardware. See emu/float16/family.h for the functions and
// emu/float16/float16.h for the arithmetic. C programs get the raw types and emu/float16/float16.h.
#ifndef EMU_CUDA_BF16_H
#define EMU_CUDA_BF16_H

#include "cuda_fp16.h"
#include "emu/float16/float16.h"

typedef struct __attribute__((aligned(2))) {
    unsigned short x;
} __nv_bfloat16_raw;

typedef struct __attribute__((aligned(4))) {
    unsigned short x, y;
} __nv_bfloat162_raw;

#ifdef __cplusplus

struct __nv_bfloat162;

#define EMU_T __nv_bfloat16
#define EMU_T2 __nv_bfloat162
#define EMU_OTHER __half
#define EMU_CORE(f) emu_bfloat16_##f
#define EMU_WORD bfloat16
#define EMU_WORD2 bfloat162
#define EMU_ONE 0x3F80
#define EMU_INFINITY 0x7F80
#define EMU_ATOMIC_ADD_1 EMU_ATOMIC_ADD_BF16
#define EMU_ATOMIC_ADD_2 EMU_ATOMIC_ADD_BF16X2
#include "emu/float16/family.h"

// Conversion from one 16-bit type to the other; float represents both exactly.
inline __attribute__((always_inline)) __half::__half(const __nv_bfloat16 other)
    : __x(emu_half_from_float((float)other))
{
}
inline __attribute__((always_inline)) __nv_bfloat16::__nv_bfloat16(const __half other)
    : __x(emu_bfloat16_from_float((float)other))
{
}

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFF)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7F)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80)

#endif // __cplusplus
#endif
