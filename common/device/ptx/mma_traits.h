// SPDX-License-Identifier: MIT
//
// mma_traits.h: what each mma.sync instruction of ptx.h multiplies, and which thread holds which
// element. For kernels and for host code.
//
//     D = A B + C      A is M x K, B is K x N, C and D are M x N, spread over the lanes of a warp
//
// A thread-value layout maps (thread, value) to an element of the operand, counted in column-major
// order: m + k*M in A, n + k*N in B (that is, B seen as N x K), m + n*M in C. A thread's values are
// in its registers from register 0 on; if several share a register, the first is in the lowest
// bits. The literals are CuTe's atoms (common/layout/atoms/atoms.h): a test compares them.
//
// A warp is 8 x 4 threads: t / 4 counts rows of A, B and C, and t % 4 runs along a row, 32 bits at
// a time in A and B, two elements in C.
#ifndef COMMON_PTX_MMA_TRAITS_H
#define COMMON_PTX_MMA_TRAITS_H

#include <stdint.h>

#include "mma_fragments.h"

// Element types, by the PTX ISA's names.
enum ptx_type {
    PTX_F16,
    PTX_BF16,
    PTX_TF32,
    PTX_F32,
    PTX_F64,
    PTX_S8,
    PTX_S32,
    PTX_E4M3, // of wgmma, like the next one
    PTX_E5M2
};

struct mma_traits {
    unsigned m, n, k;
    enum ptx_type d_type, a_type, b_type, c_type;
    unsigned a_registers, b_registers,
        c_registers;               // of 32 bits, in each thread; D has as many as C
    unsigned needs;                // compute capability: 80 is 8.0
    struct layout_literal threads; // the layouts' threads -> lanes of the warp
    struct tv_literal a, b, c;
};

// Every instruction: X(name, type of d and c in C, how many, type of a and b in C, how many in a,
// in b, M, N, K, element type of D and C, of A and B, needs, layouts of A, B, C).
#define MMA_INSTRUCTIONS(X) \
    X(mma_m16n8k8_f32_f16_f16_f32, float, 4, uint32_t, 2, 1, 16, 8, 8, F32, F16, 75, \
      mma_a_16x8_b16, mma_b_8x8_b16, mma_c_16x8) \
    X(mma_m16n8k8_f16_f16_f16_f16, uint32_t, 2, uint32_t, 2, 1, 16, 8, 8, F16, F16, 75, \
      mma_a_16x8_b16, mma_b_8x8_b16, mma_c_16x8) \
    X(mma_m16n8k8_f32_bf16_bf16_f32, float, 4, uint32_t, 2, 1, 16, 8, 8, F32, BF16, 80, \
      mma_a_16x8_b16, mma_b_8x8_b16, mma_c_16x8) \
    X(mma_m16n8k16_f32_f16_f16_f32, float, 4, uint32_t, 4, 2, 16, 8, 16, F32, F16, 80, \
      mma_a_16x16_b16, mma_b_8x16_b16, mma_c_16x8) \
    X(mma_m16n8k16_f16_f16_f16_f16, uint32_t, 2, uint32_t, 4, 2, 16, 8, 16, F16, F16, 80, \
      mma_a_16x16_b16, mma_b_8x16_b16, mma_c_16x8) \
    X(mma_m16n8k16_f32_bf16_bf16_f32, float, 4, uint32_t, 4, 2, 16, 8, 16, F32, BF16, 80, \
      mma_a_16x16_b16, mma_b_8x16_b16, mma_c_16x8) \
    X(mma_m16n8k4_f32_tf32_tf32_f32, float, 4, uint32_t, 2, 1, 16, 8, 4, F32, TF32, 80, \
      mma_a_16x4, mma_b_8x4, mma_c_16x8) \
    X(mma_m16n8k8_f32_tf32_tf32_f32, float, 4, uint32_t, 4, 2, 16, 8, 8, F32, TF32, 80, \
      mma_a_16x8, mma_b_8x8, mma_c_16x8) \
    X(mma_m16n8k16_s32_s8_s8_s32, int, 4, uint32_t, 2, 1, 16, 8, 16, S32, S8, 80, mma_a_16x16_b8, \
      mma_b_8x16_b8, mma_c_16x8) \
    X(mma_m16n8k32_s32_s8_s8_s32, int, 4, uint32_t, 4, 2, 16, 8, 32, S32, S8, 80, mma_a_16x32_b8, \
      mma_b_8x32_b8, mma_c_16x8) \
    X(mma_m8n8k4_f64_f64_f64_f64, double, 2, double, 1, 1, 8, 8, 4, F64, F64, 80, mma_a_8x4, \
      mma_b_8x4, mma_c_8x8) \
    X(mma_m16n8k4_f64_f64_f64_f64, double, 4, double, 2, 1, 16, 8, 4, F64, F64, 90, mma_a_16x4, \
      mma_b_8x4, mma_c_16x8) \
    X(mma_m16n8k8_f64_f64_f64_f64, double, 4, double, 4, 2, 16, 8, 8, F64, F64, 90, mma_a_16x8, \
      mma_b_8x8, mma_c_16x8) \
    X(mma_m16n8k16_f64_f64_f64_f64, double, 4, double, 8, 4, 16, 8, 16, F64, F64, 90, mma_a_16x16, \
      mma_b_8x16, mma_c_16x8)

LAYOUT_INLINE struct layout_literal mma_threads(void) // 32:1
{
    return (struct layout_literal){.rank = 1, .shape = {32}, .stride = {1}};
}

// mma_m16n8k16_f32_f16_f16_f32_traits() and so on.
#define MMA_TRAITS(name, D, D_COUNT, A, A_COUNT, B_COUNT, M, N, K, d, ab, capability, a_tv, b_tv, \
                   c_tv) \
    LAYOUT_INLINE struct mma_traits name##_traits(void) \
    { \
        return (struct mma_traits){.m = M, \
                                   .n = N, \
                                   .k = K, \
                                   .d_type = PTX_##d, \
                                   .a_type = PTX_##ab, \
                                   .b_type = PTX_##ab, \
                                   .c_type = PTX_##d, \
                                   .a_registers = A_COUNT * sizeof(A) / 4, \
                                   .b_registers = B_COUNT * sizeof(A) / 4, \
                                   .c_registers = D_COUNT * sizeof(D) / 4, \
                                   .needs = capability, \
                                   .threads = mma_threads(), \
                                   .a = a_tv(), \
                                   .b = b_tv(), \
                                   .c = c_tv()}; \
    }
MMA_INSTRUCTIONS(MMA_TRAITS)
#undef MMA_TRAITS

#endif
