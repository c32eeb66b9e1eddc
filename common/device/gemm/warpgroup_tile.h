// SPDX-License-Identifier: MIT
//
// warpgroup_tile.h: wgmma by its width and its type, as literals. For kernels.
//
// For every type an instruction takes 32 bytes along k: 16 of f16 and bf16, 8 of tf32, 32 of s8 and
// e4m3.
#ifndef COMMON_GEMM_WARPGROUP_TILE_H
#define COMMON_GEMM_WARPGROUP_TILE_H

#include "../ptx/wgmma.h"

enum { WARPGROUP = 128, WGMMA_M = 64, WGMMA_K_BYTES = 32 }; // threads; rows of C

// d += a b (d = a b if not `add`) for 64 x n and 32 bytes of k. All except d, a and b are literals.
// Each call is inlined with the instructions of all widths, before the compiler removes all but
// one. A file may name its own widths before, so that it is compiled sooner.
#ifndef WARPGROUP_WIDTHS
#define WARPGROUP_WIDTHS(X) \
    X(16) X(32) X(64) X(96) X(112) X(128) X(144) X(160) X(176) X(192) X(224) X(256)
#endif
#define WARPGROUP_CASE(n, call) \
    case n: \
        wgmma_m64n##n##call; \
        break;
#define WARPGROUP_F16(n) WARPGROUP_CASE(n, k16_f32_f16_f16(d, a, b, add, trans_a, trans_b))
#define WARPGROUP_BF16(n) WARPGROUP_CASE(n, k16_f32_bf16_bf16(d, a, b, add, trans_a, trans_b))
#define WARPGROUP_TF32(n) WARPGROUP_CASE(n, k8_f32_tf32_tf32(d, a, b, add))
#define WARPGROUP_E4M3(n) WARPGROUP_CASE(n, k32_f32_e4m3_e4m3(d, a, b, add))
#define WARPGROUP_S8(n) WARPGROUP_CASE(n, k32_s32_s8_s8(d, a, b, add))

static __device__ __forceinline__ void warpgroup_multiply(float *d, int n, uint64_t a, uint64_t b,
                                                          bool add, bool trans_a, bool trans_b,
                                                          enum wgmma_type type)
{
    if (type == WGMMA_OF_TF32)
        switch (n) {
            WARPGROUP_WIDTHS(WARPGROUP_TF32)
        }
    else if (type == WGMMA_OF_E4M3)
        switch (n) {
            WARPGROUP_WIDTHS(WARPGROUP_E4M3)
        }
    else if (type == WGMMA_OF_BF16)
        switch (n) {
            WARPGROUP_WIDTHS(WARPGROUP_BF16)
        }
    else
        switch (n) {
            WARPGROUP_WIDTHS(WARPGROUP_F16)
        }
}

static __device__ __forceinline__ void warpgroup_multiply_s8(int *d, int n, uint64_t a, uint64_t b,
                                                             bool add)
{
    switch (n) {
        WARPGROUP_WIDTHS(WARPGROUP_S8)
    }
}
#undef WARPGROUP_F16
#undef WARPGROUP_BF16
#undef WARPGROUP_TF32
#undef WARPGROUP_E4M3
#undef WARPGROUP_S8
#undef WARPGROUP_CASE
#undef WARPGROUP_WIDTHS

#endif
