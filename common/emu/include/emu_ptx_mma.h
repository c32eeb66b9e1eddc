// SPDX-License-Identifier: MIT
//
// emu_ptx_mma.h: the twins of ptx.h's mma functions (common/device/ptx/mma.h says what they do).
#ifndef EMU_PTX_MMA_H
#define EMU_PTX_MMA_H

#include "emu_matrix.h"

EMU_INLINE void mma_m16n8k8_f32_f16_f16_f32(float d[4], const uint32_t a[2], const uint32_t b[1],
                                            const float c[4])
{
    static const struct emu_mma which = {"mma_m16n8k8_f32_f16_f16_f32", 16, 8, 8, EMU_F16, EMU_F32};
    emu_mma(&which, d, a, b, c);
}

EMU_INLINE void mma_m16n8k8_f16_f16_f16_f16(uint32_t d[2], const uint32_t a[2], const uint32_t b[1],
                                            const uint32_t c[2])
{
    static const struct emu_mma which = {"mma_m16n8k8_f16_f16_f16_f16", 16, 8, 8, EMU_F16, EMU_F16};
    emu_mma(&which, d, a, b, c);
}

EMU_INLINE void mma_m16n8k8_f32_bf16_bf16_f32(float d[4], const uint32_t a[2], const uint32_t b[1],
                                              const float c[4])
{
    static const struct emu_mma which = {
        "mma_m16n8k8_f32_bf16_bf16_f32", 16, 8, 8, EMU_BF16, EMU_F32};
    emu_mma(&which, d, a, b, c);
}

EMU_INLINE void mma_m16n8k16_f32_f16_f16_f32(float d[4], const uint32_t a[4], const uint32_t b[2],
                                             const float c[4])
{
    static const struct emu_mma which = {
        "mma_m16n8k16_f32_f16_f16_f32", 16, 8, 16, EMU_F16, EMU_F32};
    emu_mma(&which, d, a, b, c);
}

EMU_INLINE void mma_m16n8k16_f16_f16_f16_f16(uint32_t d[2], const uint32_t a[4],
                                             const uint32_t b[2], const uint32_t c[2])
{
    static const struct emu_mma which = {
        "mma_m16n8k16_f16_f16_f16_f16", 16, 8, 16, EMU_F16, EMU_F16};
    emu_mma(&which, d, a, b, c);
}

EMU_INLINE void mma_m16n8k16_f32_bf16_bf16_f32(float d[4], const uint32_t a[4], const uint32_t b[2],
                                               const float c[4])
{
    static const struct emu_mma which = {
        "mma_m16n8k16_f32_bf16_bf16_f32", 16, 8, 16, EMU_BF16, EMU_F32};
    emu_mma(&which, d, a, b, c);
}

EMU_INLINE void mma_m16n8k4_f32_tf32_tf32_f32(float d[4], const uint32_t a[2], const uint32_t b[1],
                                              const float c[4])
{
    static const struct emu_mma which = {
        "mma_m16n8k4_f32_tf32_tf32_f32", 16, 8, 4, EMU_TF32, EMU_F32};
    emu_mma(&which, d, a, b, c);
}

EMU_INLINE void mma_m16n8k8_f32_tf32_tf32_f32(float d[4], const uint32_t a[4], const uint32_t b[2],
                                              const float c[4])
{
    static const struct emu_mma which = {
        "mma_m16n8k8_f32_tf32_tf32_f32", 16, 8, 8, EMU_TF32, EMU_F32};
    emu_mma(&which, d, a, b, c);
}

EMU_INLINE void mma_m16n8k16_s32_s8_s8_s32(int d[4], const uint32_t a[2], const uint32_t b[1],
                                           const int c[4])
{
    static const struct emu_mma which = {"mma_m16n8k16_s32_s8_s8_s32", 16, 8, 16, EMU_S8, EMU_S32};
    emu_mma(&which, d, a, b, c);
}

EMU_INLINE void mma_m16n8k32_s32_s8_s8_s32(int d[4], const uint32_t a[4], const uint32_t b[2],
                                           const int c[4])
{
    static const struct emu_mma which = {"mma_m16n8k32_s32_s8_s8_s32", 16, 8, 32, EMU_S8, EMU_S32};
    emu_mma(&which, d, a, b, c);
}

EMU_INLINE void mma_m8n8k4_f64_f64_f64_f64(double d[2], const double a[1], const double b[1],
                                           const double c[2])
{
    static const struct emu_mma which = {"mma_m8n8k4_f64_f64_f64_f64", 8, 8, 4, EMU_F64, EMU_F64};
    emu_mma(&which, d, a, b, c);
}

EMU_INLINE void mma_m16n8k4_f64_f64_f64_f64(double d[4], const double a[2], const double b[1],
                                            const double c[4])
{
    static const struct emu_mma which = {"mma_m16n8k4_f64_f64_f64_f64", 16, 8, 4, EMU_F64, EMU_F64};
    emu_mma(&which, d, a, b, c);
}

EMU_INLINE void mma_m16n8k8_f64_f64_f64_f64(double d[4], const double a[4], const double b[2],
                                            const double c[4])
{
    static const struct emu_mma which = {"mma_m16n8k8_f64_f64_f64_f64", 16, 8, 8, EMU_F64, EMU_F64};
    emu_mma(&which, d, a, b, c);
}

EMU_INLINE void mma_m16n8k16_f64_f64_f64_f64(double d[4], const double a[8], const double b[4],
                                             const double c[4])
{
    static const struct emu_mma which = {
        "mma_m16n8k16_f64_f64_f64_f64", 16, 8, 16, EMU_F64, EMU_F64};
    emu_mma(&which, d, a, b, c);
}

#endif
