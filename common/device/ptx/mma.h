// SPDX-License-Identifier: MIT
//
// mma.h: D = A B + C by the 32 lanes of a warp on its tensor core (mma.sync). All lanes must make
// the same call together. mma_traits.h says which lane holds what. How it adds and rounds:
// common/device/ptx/README.md.
//
// Registers of 32 bits that hold two f16 or bf16, four s8 or one tf32 are uint32_t. A tf32 is a
// float whose lowest 13 bits are ignored. d may be c.
#ifndef COMMON_PTX_MMA_H
#define COMMON_PTX_MMA_H

#include "mma_traits.h"

#ifdef __EMU_GPU__
#include "emu/ptx/mma.h"
#else

#include "function.h"

PTX_FUNCTION void mma_m16n8k8_f32_f16_f16_f32(float d[4], const uint32_t a[2], const uint32_t b[1],
                                              const float c[4])
{
    PTX_SM75("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
             "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
             : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
             : "r"(a[0]), "r"(a[1]), "r"(b[0]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
}

PTX_FUNCTION void mma_m16n8k8_f16_f16_f16_f16(uint32_t d[2], const uint32_t a[2],
                                              const uint32_t b[1], const uint32_t c[2])
{
    PTX_SM75("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 "
             "{%0, %1}, {%2, %3}, {%4}, {%5, %6};"
             : "=r"(d[0]), "=r"(d[1])
             : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]));
}

PTX_FUNCTION void mma_m16n8k8_f32_bf16_bf16_f32(float d[4], const uint32_t a[2],
                                                const uint32_t b[1], const float c[4])
{
    PTX_SM80("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 "
             "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
             : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
             : "r"(a[0]), "r"(a[1]), "r"(b[0]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
}

PTX_FUNCTION void mma_m16n8k16_f32_f16_f16_f32(float d[4], const uint32_t a[4], const uint32_t b[2],
                                               const float c[4])
{
    PTX_SM80("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
             "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
             : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]),
               "f"(c[1]), "f"(c[2]), "f"(c[3]));
}

PTX_FUNCTION void mma_m16n8k16_f16_f16_f16_f16(uint32_t d[2], const uint32_t a[4],
                                               const uint32_t b[2], const uint32_t c[2])
{
    PTX_SM80("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 "
             "{%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
             : "=r"(d[0]), "=r"(d[1])
             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]),
               "r"(c[1]));
}

PTX_FUNCTION void mma_m16n8k16_f32_bf16_bf16_f32(float d[4], const uint32_t a[4],
                                                 const uint32_t b[2], const float c[4])
{
    PTX_SM80("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
             "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
             : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]),
               "f"(c[1]), "f"(c[2]), "f"(c[3]));
}

PTX_FUNCTION void mma_m16n8k4_f32_tf32_tf32_f32(float d[4], const uint32_t a[2],
                                                const uint32_t b[1], const float c[4])
{
    PTX_SM80("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 "
             "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
             : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
             : "r"(a[0]), "r"(a[1]), "r"(b[0]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
}

PTX_FUNCTION void mma_m16n8k8_f32_tf32_tf32_f32(float d[4], const uint32_t a[4],
                                                const uint32_t b[2], const float c[4])
{
    PTX_SM80("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
             "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
             : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]),
               "f"(c[1]), "f"(c[2]), "f"(c[3]));
}

PTX_FUNCTION void mma_m16n8k16_s32_s8_s8_s32(int d[4], const uint32_t a[2], const uint32_t b[1],
                                             const int c[4])
{
    PTX_SM80("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 "
             "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
             : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
             : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
}

PTX_FUNCTION void mma_m16n8k32_s32_s8_s8_s32(int d[4], const uint32_t a[4], const uint32_t b[2],
                                             const int c[4])
{
    PTX_SM80("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
             "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
             : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]),
               "r"(c[1]), "r"(c[2]), "r"(c[3]));
}

PTX_FUNCTION void mma_m8n8k4_f64_f64_f64_f64(double d[2], const double a[1], const double b[1],
                                             const double c[2])
{
    PTX_SM80("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
             "{%0, %1}, {%2}, {%3}, {%4, %5};"
             : "=d"(d[0]), "=d"(d[1])
             : "d"(a[0]), "d"(b[0]), "d"(c[0]), "d"(c[1]));
}

PTX_FUNCTION void mma_m16n8k4_f64_f64_f64_f64(double d[4], const double a[2], const double b[1],
                                              const double c[4])
{
    PTX_SM90("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 "
             "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
             : "=d"(d[0]), "=d"(d[1]), "=d"(d[2]), "=d"(d[3])
             : "d"(a[0]), "d"(a[1]), "d"(b[0]), "d"(c[0]), "d"(c[1]), "d"(c[2]), "d"(c[3]));
}

PTX_FUNCTION void mma_m16n8k8_f64_f64_f64_f64(double d[4], const double a[4], const double b[2],
                                              const double c[4])
{
    PTX_SM90("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 "
             "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
             : "=d"(d[0]), "=d"(d[1]), "=d"(d[2]), "=d"(d[3])
             : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]), "d"(c[0]),
               "d"(c[1]), "d"(c[2]), "d"(c[3]));
}

PTX_FUNCTION void mma_m16n8k16_f64_f64_f64_f64(double d[4], const double a[8], const double b[4],
                                               const double c[4])
{
    PTX_SM90("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 "
             "{%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%16, "
             "%17, %18, %19};"
             : "=d"(d[0]), "=d"(d[1]), "=d"(d[2]), "=d"(d[3])
             : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]),
               "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]), "d"(c[0]), "d"(c[1]),
               "d"(c[2]), "d"(c[3]));
}

#endif
#endif
