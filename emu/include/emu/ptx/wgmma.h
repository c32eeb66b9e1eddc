// SPDX-License-Identifier: MIT
//
// emu/ptx/wgmma.h: wgmma, functions for each width of WGMMA_SHAPES, a table that the includer has
// defined together with enum wgmma_swizzle.
#ifndef EMU_PTX_WGMMA_H
#define EMU_PTX_WGMMA_H

#include "../device/warpgroup.h"

#ifdef WGMMA_SHAPES
EMU_INLINE uint64_t wgmma_descriptor(const void *tile, int leading, int stride,
                                     enum wgmma_swizzle swizzle)
{
    return emu_wgmma_descriptor(tile, leading, stride, (int)swizzle);
}
EMU_INLINE void wgmma_fence(void) { emu_wgmma_fence(); }
EMU_INLINE void wgmma_commit_group(void) { emu_wgmma_commit(); }
EMU_INLINE void wgmma_wait_group(int n) { emu_wgmma_wait(n); }

#define EMU_WGMMA_16(N, R, name, type) \
    EMU_INLINE void wgmma_m64n##N##k16_##name(float d[R], uint64_t a, uint64_t b, bool add, \
                                              bool trans_a, bool trans_b) \
    { \
        static const struct emu_wgmma which = {"wgmma_m64n" #N "k16_" #name, N, 16, type, \
                                               EMU_F32}; \
        emu_wgmma(&which, d, a, b, add, trans_a, trans_b); \
    }
#define EMU_WGMMA(N, R, K, name, type, of, sum) \
    EMU_INLINE void wgmma_m64n##N##k##K##_##name(of d[R], uint64_t a, uint64_t b, bool add) \
    { \
        static const struct emu_wgmma which = {"wgmma_m64n" #N "k" #K "_" #name, N, K, type, sum}; \
        emu_wgmma(&which, d, a, b, add, 0, 0); \
    }
#define EMU_WGMMA_ALL(N, R, ...) \
    EMU_WGMMA_16(N, R, f32_f16_f16, EMU_F16) \
    EMU_WGMMA_16(N, R, f32_bf16_bf16, EMU_BF16) \
    EMU_WGMMA(N, R, 8, f32_tf32_tf32, EMU_TF32, float, EMU_F32) \
    EMU_WGMMA(N, R, 32, f32_e4m3_e4m3, EMU_E4M3, float, EMU_F32) \
    EMU_WGMMA(N, R, 32, f32_e5m2_e5m2, EMU_E5M2, float, EMU_F32) \
    EMU_WGMMA(N, R, 32, s32_s8_s8, EMU_S8, int, EMU_S32)
WGMMA_SHAPES(EMU_WGMMA_ALL)
#undef EMU_WGMMA_16
#undef EMU_WGMMA
#undef EMU_WGMMA_ALL
#endif

#endif
