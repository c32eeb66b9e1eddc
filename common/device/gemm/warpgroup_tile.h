// SPDX-License-Identifier: MIT
//
// warpgroup_tile.h: wgmma by its width and its type, as literals. For kernels.
//
// Whatever the type, an instruction takes 32 bytes along k: 16 of f16 and bf16.
#ifndef COMMON_GEMM_WARPGROUP_TILE_H
#define COMMON_GEMM_WARPGROUP_TILE_H

#include "../ptx/wgmma.h"

enum { WARPGROUP = 128, WGMMA_M = 64, WGMMA_K_BYTES = 32 }; // threads; rows of C

// d += a b (d = a b: not `add`) for 64 x n x 16. What is not d, a or b is a literal.
#define WARPGROUP_CASE(n, type) \
    case n: \
        wgmma_m64n##n##k16_##type(d, a, b, add, trans_a, trans_b); \
        break;
#define WARPGROUP_WIDTHS(type) \
    WARPGROUP_CASE(16, type) \
    WARPGROUP_CASE(32, type) \
    WARPGROUP_CASE(64, type) \
    WARPGROUP_CASE(128, type) WARPGROUP_CASE(192, type) WARPGROUP_CASE(256, type)

static __device__ __forceinline__ void warpgroup_multiply(float *d, int n, uint64_t a, uint64_t b,
                                                          bool add, bool trans_a, bool trans_b,
                                                          bool bf16)
{
    if (bf16)
        switch (n) {
            WARPGROUP_WIDTHS(f32_bf16_bf16)
        }
    else
        switch (n) {
            WARPGROUP_WIDTHS(f32_f16_f16)
        }
}
#undef WARPGROUP_WIDTHS
#undef WARPGROUP_CASE

#endif
