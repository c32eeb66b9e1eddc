// SPDX-License-Identifier: MIT
//
// cuda_fp8.h: floating-point numbers of 8 bits: __nv_fp8_e4m3, __nv_fp8_e5m2, their pairs and
// fours, and CUDA's functions that convert them. There is no arithmetic: convert to half or float
// first.
#ifndef EMU_CUDA_FP8_H
#define EMU_CUDA_FP8_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "emu/float8/float8.h"

#ifdef __cplusplus

EMU_INLINE __nv_fp8_storage_t __nv_cvt_double_to_fp8(const double x,
                                                     const __nv_saturation_t saturate,
                                                     const __nv_fp8_interpretation_t type)
{
    return emu_float8_from_double(x, saturate, type);
}
EMU_INLINE __nv_fp8_storage_t __nv_cvt_float_to_fp8(const float x, const __nv_saturation_t saturate,
                                                    const __nv_fp8_interpretation_t type)
{
    return emu_float8_from_double((double)x, saturate, type);
}
EMU_INLINE __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(const __half_raw x,
                                                      const __nv_saturation_t saturate,
                                                      const __nv_fp8_interpretation_t type)
{
    return __nv_cvt_float_to_fp8(emu_half_to_float(x.x), saturate, type);
}
EMU_INLINE __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw x,
                                                          const __nv_saturation_t saturate,
                                                          const __nv_fp8_interpretation_t type)
{
    return __nv_cvt_float_to_fp8(emu_bfloat16_to_float(x.x), saturate, type);
}
EMU_INLINE __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(const double2 x,
                                                          const __nv_saturation_t saturate,
                                                          const __nv_fp8_interpretation_t type)
{
    return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(x.x, saturate, type) |
                                  __nv_cvt_double_to_fp8(x.y, saturate, type) << 8);
}
EMU_INLINE __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(const float2 x,
                                                         const __nv_saturation_t saturate,
                                                         const __nv_fp8_interpretation_t type)
{
    return __nv_cvt_double2_to_fp8x2(make_double2(x.x, x.y), saturate, type);
}
EMU_INLINE __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(const __half2_raw x,
                                                           const __nv_saturation_t saturate,
                                                           const __nv_fp8_interpretation_t type)
{
    return __nv_cvt_float2_to_fp8x2(make_float2(emu_half_to_float(x.x), emu_half_to_float(x.y)),
                                    saturate, type);
}
EMU_INLINE __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(const __nv_bfloat162_raw x,
                                                               const __nv_saturation_t saturate,
                                                               const __nv_fp8_interpretation_t type)
{
    return __nv_cvt_float2_to_fp8x2(
        make_float2(emu_bfloat16_to_float(x.x), emu_bfloat16_to_float(x.y)), saturate, type);
}
EMU_INLINE __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x,
                                              const __nv_fp8_interpretation_t type)
{
    __half_raw raw;
    raw.x = emu_half_from_float(emu_float8_to_float(x, type));
    return raw;
}
EMU_INLINE __half2_raw __nv_cvt_fp8x2_to_halfraw2(const __nv_fp8x2_storage_t x,
                                                  const __nv_fp8_interpretation_t type)
{
    __half2_raw raw;
    raw.x = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, type).x;
    raw.y = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), type).x;
    return raw;
}

#define EMU_F8 __nv_fp8_e4m3
#define EMU_F8X2 __nv_fp8x2_e4m3
#define EMU_F8X4 __nv_fp8x4_e4m3
#define EMU_F8_TYPE __NV_E4M3
#include "emu/float8/family.h"

#define EMU_F8 __nv_fp8_e5m2
#define EMU_F8X2 __nv_fp8x2_e5m2
#define EMU_F8X4 __nv_fp8x4_e5m2
#define EMU_F8_TYPE __NV_E5M2
#include "emu/float8/family.h"

#endif // __cplusplus
#endif
