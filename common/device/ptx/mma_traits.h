// SPDX-License-Identifier: MIT
//
// mma_traits.h: what each mma.sync instruction of ptx.h multiplies, and which thread holds which
// element. For kernels and for host code.
//
//     D = A B + C      A is M x K, B is K x N, C and D are M x N, spread over the 32 lanes of a
//     warp
//
// A thread-value layout leads from (thread, value) to an element of the operand, counted in
// column-major order: m + k*M in A, n + k*N in B (that is, B seen as N x K), m + n*M in C. A
// thread's values lie in its registers from register 0 on; where several share one, the first is in
// the lowest bits. The literals are CuTe's atoms (common/layout/atoms/atoms.h): a test compares.
//
// A warp is 8 x 4 threads: t / 4 counts rows of A, B and C, and t % 4 walks along a row, 32 bits at
// a time in A and B, two elements in C.
#ifndef COMMON_PTX_MMA_TRAITS_H
#define COMMON_PTX_MMA_TRAITS_H

#include "mma_fragments.h"

// Element types, by the PTX ISA's names.
enum ptx_type { PTX_F16, PTX_BF16, PTX_TF32, PTX_F32, PTX_F64, PTX_S8, PTX_S32 };

struct mma_traits {
    unsigned m, n, k;
    enum ptx_type d_type, a_type, b_type, c_type;
    unsigned a_registers, b_registers, c_registers; // of 32 bits, in each thread; D's are as C's
    unsigned needs;                                 // compute capability: 80 is 8.0
    struct layout_literal threads;                  // the layouts' threads -> lanes of the warp
    struct tv_literal a, b, c;
};

// Every instruction: X(name, type of d and c, how many, type of a and b, how many in a, in b).
#define MMA_INSTRUCTIONS(X) \
    X(mma_m16n8k8_f32_f16_f16_f32, float, 4, uint32_t, 2, 1) \
    X(mma_m16n8k8_f16_f16_f16_f16, uint32_t, 2, uint32_t, 2, 1) \
    X(mma_m16n8k8_f32_bf16_bf16_f32, float, 4, uint32_t, 2, 1) \
    X(mma_m16n8k16_f32_f16_f16_f32, float, 4, uint32_t, 4, 2) \
    X(mma_m16n8k16_f16_f16_f16_f16, uint32_t, 2, uint32_t, 4, 2) \
    X(mma_m16n8k16_f32_bf16_bf16_f32, float, 4, uint32_t, 4, 2) \
    X(mma_m16n8k4_f32_tf32_tf32_f32, float, 4, uint32_t, 2, 1) \
    X(mma_m16n8k8_f32_tf32_tf32_f32, float, 4, uint32_t, 4, 2) \
    X(mma_m16n8k16_s32_s8_s8_s32, int, 4, uint32_t, 2, 1) \
    X(mma_m16n8k32_s32_s8_s8_s32, int, 4, uint32_t, 4, 2) \
    X(mma_m8n8k4_f64_f64_f64_f64, double, 2, double, 1, 1) \
    X(mma_m16n8k4_f64_f64_f64_f64, double, 4, double, 2, 1) \
    X(mma_m16n8k8_f64_f64_f64_f64, double, 4, double, 4, 2) \
    X(mma_m16n8k16_f64_f64_f64_f64, double, 4, double, 8, 4)

LAYOUT_INLINE struct layout_literal mma_threads(void) // 32:1
{
    return (struct layout_literal){.rank = 1, .shape = {32}, .stride = {1}};
}

// ---- Instructions -------------------------------------------------------------------------------

LAYOUT_INLINE struct mma_traits mma_m16n8k8_f32_f16_f16_f32_traits(void)
{
    return (struct mma_traits){.m = 16,
                               .n = 8,
                               .k = 8,
                               .d_type = PTX_F32,
                               .a_type = PTX_F16,
                               .b_type = PTX_F16,
                               .c_type = PTX_F32,
                               .a_registers = 2,
                               .b_registers = 1,
                               .c_registers = 4,
                               .needs = 75,
                               .threads = mma_threads(),
                               .a = mma_a_16x8_b16(),
                               .b = mma_b_8x8_b16(),
                               .c = mma_c_16x8()};
}

LAYOUT_INLINE struct mma_traits mma_m16n8k8_f16_f16_f16_f16_traits(void)
{
    return (struct mma_traits){.m = 16,
                               .n = 8,
                               .k = 8,
                               .d_type = PTX_F16,
                               .a_type = PTX_F16,
                               .b_type = PTX_F16,
                               .c_type = PTX_F16,
                               .a_registers = 2,
                               .b_registers = 1,
                               .c_registers = 2,
                               .needs = 75,
                               .threads = mma_threads(),
                               .a = mma_a_16x8_b16(),
                               .b = mma_b_8x8_b16(),
                               .c = mma_c_16x8()};
}

LAYOUT_INLINE struct mma_traits mma_m16n8k8_f32_bf16_bf16_f32_traits(void)
{
    return (struct mma_traits){.m = 16,
                               .n = 8,
                               .k = 8,
                               .d_type = PTX_F32,
                               .a_type = PTX_BF16,
                               .b_type = PTX_BF16,
                               .c_type = PTX_F32,
                               .a_registers = 2,
                               .b_registers = 1,
                               .c_registers = 4,
                               .needs = 80,
                               .threads = mma_threads(),
                               .a = mma_a_16x8_b16(),
                               .b = mma_b_8x8_b16(),
                               .c = mma_c_16x8()};
}

LAYOUT_INLINE struct mma_traits mma_m16n8k16_f32_f16_f16_f32_traits(void)
{
    return (struct mma_traits){.m = 16,
                               .n = 8,
                               .k = 16,
                               .d_type = PTX_F32,
                               .a_type = PTX_F16,
                               .b_type = PTX_F16,
                               .c_type = PTX_F32,
                               .a_registers = 4,
                               .b_registers = 2,
                               .c_registers = 4,
                               .needs = 80,
                               .threads = mma_threads(),
                               .a = mma_a_16x16_b16(),
                               .b = mma_b_8x16_b16(),
                               .c = mma_c_16x8()};
}

LAYOUT_INLINE struct mma_traits mma_m16n8k16_f16_f16_f16_f16_traits(void)
{
    return (struct mma_traits){.m = 16,
                               .n = 8,
                               .k = 16,
                               .d_type = PTX_F16,
                               .a_type = PTX_F16,
                               .b_type = PTX_F16,
                               .c_type = PTX_F16,
                               .a_registers = 4,
                               .b_registers = 2,
                               .c_registers = 2,
                               .needs = 80,
                               .threads = mma_threads(),
                               .a = mma_a_16x16_b16(),
                               .b = mma_b_8x16_b16(),
                               .c = mma_c_16x8()};
}

LAYOUT_INLINE struct mma_traits mma_m16n8k16_f32_bf16_bf16_f32_traits(void)
{
    return (struct mma_traits){.m = 16,
                               .n = 8,
                               .k = 16,
                               .d_type = PTX_F32,
                               .a_type = PTX_BF16,
                               .b_type = PTX_BF16,
                               .c_type = PTX_F32,
                               .a_registers = 4,
                               .b_registers = 2,
                               .c_registers = 4,
                               .needs = 80,
                               .threads = mma_threads(),
                               .a = mma_a_16x16_b16(),
                               .b = mma_b_8x16_b16(),
                               .c = mma_c_16x8()};
}

LAYOUT_INLINE struct mma_traits mma_m16n8k4_f32_tf32_tf32_f32_traits(void)
{
    return (struct mma_traits){.m = 16,
                               .n = 8,
                               .k = 4,
                               .d_type = PTX_F32,
                               .a_type = PTX_TF32,
                               .b_type = PTX_TF32,
                               .c_type = PTX_F32,
                               .a_registers = 2,
                               .b_registers = 1,
                               .c_registers = 4,
                               .needs = 80,
                               .threads = mma_threads(),
                               .a = mma_a_16x4(),
                               .b = mma_b_8x4(),
                               .c = mma_c_16x8()};
}

LAYOUT_INLINE struct mma_traits mma_m16n8k8_f32_tf32_tf32_f32_traits(void)
{
    return (struct mma_traits){.m = 16,
                               .n = 8,
                               .k = 8,
                               .d_type = PTX_F32,
                               .a_type = PTX_TF32,
                               .b_type = PTX_TF32,
                               .c_type = PTX_F32,
                               .a_registers = 4,
                               .b_registers = 2,
                               .c_registers = 4,
                               .needs = 80,
                               .threads = mma_threads(),
                               .a = mma_a_16x8(),
                               .b = mma_b_8x8(),
                               .c = mma_c_16x8()};
}

LAYOUT_INLINE struct mma_traits mma_m16n8k16_s32_s8_s8_s32_traits(void)
{
    return (struct mma_traits){.m = 16,
                               .n = 8,
                               .k = 16,
                               .d_type = PTX_S32,
                               .a_type = PTX_S8,
                               .b_type = PTX_S8,
                               .c_type = PTX_S32,
                               .a_registers = 2,
                               .b_registers = 1,
                               .c_registers = 4,
                               .needs = 80,
                               .threads = mma_threads(),
                               .a = mma_a_16x16_b8(),
                               .b = mma_b_8x16_b8(),
                               .c = mma_c_16x8()};
}

LAYOUT_INLINE struct mma_traits mma_m16n8k32_s32_s8_s8_s32_traits(void)
{
    return (struct mma_traits){.m = 16,
                               .n = 8,
                               .k = 32,
                               .d_type = PTX_S32,
                               .a_type = PTX_S8,
                               .b_type = PTX_S8,
                               .c_type = PTX_S32,
                               .a_registers = 4,
                               .b_registers = 2,
                               .c_registers = 4,
                               .needs = 80,
                               .threads = mma_threads(),
                               .a = mma_a_16x32_b8(),
                               .b = mma_b_8x32_b8(),
                               .c = mma_c_16x8()};
}

LAYOUT_INLINE struct mma_traits mma_m8n8k4_f64_f64_f64_f64_traits(void)
{
    return (struct mma_traits){.m = 8,
                               .n = 8,
                               .k = 4,
                               .d_type = PTX_F64,
                               .a_type = PTX_F64,
                               .b_type = PTX_F64,
                               .c_type = PTX_F64,
                               .a_registers = 2,
                               .b_registers = 2,
                               .c_registers = 4,
                               .needs = 80,
                               .threads = mma_threads(),
                               .a = mma_a_8x4(),
                               .b = mma_b_8x4(),
                               .c = mma_c_8x8()};
}

LAYOUT_INLINE struct mma_traits mma_m16n8k4_f64_f64_f64_f64_traits(void)
{
    return (struct mma_traits){.m = 16,
                               .n = 8,
                               .k = 4,
                               .d_type = PTX_F64,
                               .a_type = PTX_F64,
                               .b_type = PTX_F64,
                               .c_type = PTX_F64,
                               .a_registers = 4,
                               .b_registers = 2,
                               .c_registers = 8,
                               .needs = 90,
                               .threads = mma_threads(),
                               .a = mma_a_16x4(),
                               .b = mma_b_8x4(),
                               .c = mma_c_16x8()};
}

LAYOUT_INLINE struct mma_traits mma_m16n8k8_f64_f64_f64_f64_traits(void)
{
    return (struct mma_traits){.m = 16,
                               .n = 8,
                               .k = 8,
                               .d_type = PTX_F64,
                               .a_type = PTX_F64,
                               .b_type = PTX_F64,
                               .c_type = PTX_F64,
                               .a_registers = 8,
                               .b_registers = 4,
                               .c_registers = 8,
                               .needs = 90,
                               .threads = mma_threads(),
                               .a = mma_a_16x8(),
                               .b = mma_b_8x8(),
                               .c = mma_c_16x8()};
}

LAYOUT_INLINE struct mma_traits mma_m16n8k16_f64_f64_f64_f64_traits(void)
{
    return (struct mma_traits){.m = 16,
                               .n = 8,
                               .k = 16,
                               .d_type = PTX_F64,
                               .a_type = PTX_F64,
                               .b_type = PTX_F64,
                               .c_type = PTX_F64,
                               .a_registers = 16,
                               .b_registers = 8,
                               .c_registers = 8,
                               .needs = 90,
                               .threads = mma_threads(),
                               .a = mma_a_16x16(),
                               .b = mma_b_8x16(),
                               .c = mma_c_16x8()};
}

#endif
