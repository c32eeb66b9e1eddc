// SPDX-License-Identifier: MIT
//
// ptx.h: the PTX instructions of compute capability 8.0 that programs of these tests use, one
// function each, named as in the PTX ISA. nvcc gets inline PTX; emucc gets the functions of
// emu/include, which do the same and say what is wrong. (tests/hopper/inline_ptx.cu and
// tests/headers/ptx_*.cu have inline PTX for emucc, too.)
#ifndef TESTS_PTX_H
#define TESTS_PTX_H

#include <stdint.h>

// X(name, D's type and registers, A's type and registers, B's registers, m, n, k, type of D, type
// of A and B, the compute capability that it needs): what emu/ptx/mma.h makes functions of.
#define MMA_INSTRUCTIONS(X) \
    X(mma_m16n8k8_f32_f16_f16_f32, float, 4, uint32_t, 2, 1, 16, 8, 8, F32, F16, 75) \
    X(mma_m16n8k8_f32_bf16_bf16_f32, float, 4, uint32_t, 2, 1, 16, 8, 8, F32, BF16, 80) \
    X(mma_m16n8k16_f32_f16_f16_f32, float, 4, uint32_t, 4, 2, 16, 8, 16, F32, F16, 80) \
    X(mma_m16n8k16_f16_f16_f16_f16, uint32_t, 2, uint32_t, 4, 2, 16, 8, 16, F16, F16, 80) \
    X(mma_m16n8k8_f32_tf32_tf32_f32, float, 4, uint32_t, 4, 2, 16, 8, 8, F32, TF32, 80) \
    X(mma_m16n8k32_s32_s8_s8_s32, int, 4, uint32_t, 4, 2, 16, 8, 32, S32, S8, 80) \
    X(mma_m8n8k4_f64_f64_f64_f64, double, 2, double, 1, 1, 8, 8, 4, F64, F64, 80) \
    X(mma_m16n8k8_f64_f64_f64_f64, double, 4, double, 4, 2, 16, 8, 8, F64, F64, 90)

#ifdef __EMU_GPU__
#include "emu_frames.h"
EMU_FRAMES(tests_ptx, EMU_FRAMES_ARE_OPERATIONS, "/ptx/")
#include "emu/ptx/async.h"
#include "emu/ptx/ldmatrix.h"
#include "emu/ptx/mma.h"
#else

#define PTX_FUNCTION static __device__ __forceinline__

PTX_FUNCTION unsigned ptx_shared(const void *shared)
{
    return (unsigned)__cvta_generic_to_shared(shared);
}

// ---- cp.async: only the first src_bytes are read, the rest becomes zero -------------------------

#define CP_ASYNC(cache, size) \
    PTX_FUNCTION void cp_async_##cache##_##size(void *shared, const void *global, int src_bytes) \
    { \
        asm volatile("cp.async." #cache ".shared.global [%0], [%1], " #size ", %2;" \
                     : \
                     : "r"(ptx_shared(shared)), "l"(__cvta_generic_to_global(global)), \
                       "r"(src_bytes) \
                     : "memory"); \
    }
CP_ASYNC(ca, 4)
CP_ASYNC(ca, 8)
CP_ASYNC(ca, 16)
CP_ASYNC(cg, 16)
#undef CP_ASYNC

PTX_FUNCTION void cp_async_commit_group(void)
{
    asm volatile("cp.async.commit_group;" : : : "memory");
}

// n is a literal.
PTX_FUNCTION void cp_async_wait_group(int n)
{
    switch (n) {
    case 1: asm volatile("cp.async.wait_group 1;" : : : "memory"); break;
    case 2: asm volatile("cp.async.wait_group 2;" : : : "memory"); break;
    case 3: asm volatile("cp.async.wait_group 3;" : : : "memory"); break;
    default: asm volatile("cp.async.wait_group 0;" : : : "memory"); break;
    }
}

PTX_FUNCTION void cp_async_wait_all(void) { asm volatile("cp.async.wait_all;" : : : "memory"); }

// ---- ldmatrix ------------------------------------------------------------------------------------

PTX_FUNCTION void ldmatrix_x1(uint32_t r[1], const void *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
                 : "=r"(r[0])
                 : "r"(ptx_shared(row))
                 : "memory");
}

#define LDMATRIX_X2(name, trans) \
    PTX_FUNCTION void name(uint32_t r[2], const void *row) \
    { \
        asm volatile("ldmatrix.sync.aligned.m8n8.x2" trans ".shared.b16 {%0, %1}, [%2];" \
                     : "=r"(r[0]), "=r"(r[1]) \
                     : "r"(ptx_shared(row)) \
                     : "memory"); \
    }
#define LDMATRIX_X4(name, trans) \
    PTX_FUNCTION void name(uint32_t r[4], const void *row) \
    { \
        asm volatile("ldmatrix.sync.aligned.m8n8.x4" trans ".shared.b16 {%0, %1, %2, %3}, [%4];" \
                     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) \
                     : "r"(ptx_shared(row)) \
                     : "memory"); \
    }
LDMATRIX_X2(ldmatrix_x2, "")
LDMATRIX_X2(ldmatrix_x2_trans, ".trans")
LDMATRIX_X4(ldmatrix_x4, "")
LDMATRIX_X4(ldmatrix_x4_trans, ".trans")
#undef LDMATRIX_X2
#undef LDMATRIX_X4

// ---- mma.sync: what the programs use that also run on a real GPU ---------------------------------

PTX_FUNCTION void mma_m16n8k16_f32_f16_f16_f32(float d[4], const uint32_t a[4], const uint32_t b[2],
                                               const float c[4])
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]),
                   "f"(c[1]), "f"(c[2]), "f"(c[3]));
}

PTX_FUNCTION void mma_m16n8k8_f32_bf16_bf16_f32(float d[4], const uint32_t a[2],
                                                const uint32_t b[1], const float c[4])
{
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
}

#endif
#endif
