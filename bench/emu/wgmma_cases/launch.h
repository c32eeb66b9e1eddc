// SPDX-License-Identifier: MIT
//
// launch.h: one wgmma per block, of every type and three widths. CUDA C, for one file of a program.
//
// Operands are stored in device memory line by line (a row of A, a column of B), 32 bytes each; C
// and D are registers, thread by thread. Problem p is in shared memory K-major with swizzle p % 4.
#ifndef VALIDATE_WGMMA_CASES_LAUNCH_H
#define VALIDATE_WGMMA_CASES_LAUNCH_H

#include "../../../common/device/cuda_check.h"
#include "../../../common/device/ptx/mbarrier.h"
#include "../../../common/device/ptx/mma_traits.h"
#include "../../../common/device/ptx/wgmma.h"

enum {
    WGMMA_GROUP = 128, // threads
    WGMMA_LINE = 32,   // bytes
    WGMMA_PATTERN = 1024,
    WGMMA_TILE_A = 64 * 128,
    WGMMA_SHARED = WGMMA_PATTERN + WGMMA_TILE_A + 256 * 128,
    WGMMA_FRESH_EACH = 8, // of so many rounds of kinds one does not add to C
};

__device__ static inline char *wgmma_tiles(void)
{
    extern __shared__ __align__(1024) char shared[];
    const uintptr_t at = (uintptr_t)shared;
    return shared + ((WGMMA_PATTERN - at % WGMMA_PATTERN) % WGMMA_PATTERN);
}

__device__ static inline int wgmma_case_width(int swizzle)
{
    return swizzle == WGMMA_NO_SWIZZLE ? 0 : 256 >> swizzle;
}

// Copies lines of 32 bytes to where the descriptor below expects them.
__device__ static inline void wgmma_put(char *tile, const int4 *lines, int count, int swizzle)
{
    const int width = wgmma_case_width(swizzle);
    for (int i = (int)threadIdx.x; i < 2 * count; i += WGMMA_GROUP) {
        const int line = i / 2, half = i % 2;
        int at = line / 8 * 256 + half * 128 + line % 8 * 16;
        if (width) {
            at = line * width + half * 16;
            at ^= (at >> 7 & (width / 16 - 1)) * 16;
        }
        *(int4 *)(tile + at) = lines[i];
    }
}

__device__ static inline uint64_t wgmma_case_descriptor(const char *tile, int swizzle)
{
    const int width = wgmma_case_width(swizzle);
    return wgmma_descriptor(tile, width ? 16 : 128, width ? 8 * width : 256,
                            (enum wgmma_swizzle)swizzle);
}

#define WGMMA_UNROLL _Pragma("unroll")

// kinds: problems in a round.
#define WGMMA_KERNEL(N, R, K, name, of, ...) \
    __global__ void run_wgmma_m64n##N##k##K##_##name(const int4 *a, const int4 *b, const of *c, \
                                                     of *d, int kinds) \
    { \
        char *tile_a = wgmma_tiles(), *tile_b = tile_a + WGMMA_TILE_A; \
        const int problem = (int)blockIdx.x, swizzle = problem % 4; \
        const bool add = problem / kinds % WGMMA_FRESH_EACH != WGMMA_FRESH_EACH - 1; \
        const size_t first = ((size_t)problem * WGMMA_GROUP + threadIdx.x) * R; \
        of acc[R]; \
        wgmma_put(tile_a, a + (size_t)problem * 2 * 64, 64, swizzle); \
        wgmma_put(tile_b, b + (size_t)problem * 2 * N, N, swizzle); \
        WGMMA_UNROLL for (int i = 0; i < R; i++) acc[i] = c[first + i]; \
        fence_proxy_async(); \
        __syncthreads(); \
        wgmma_fence(); \
        wgmma_m64n##N##k##K##_##name(acc, wgmma_case_descriptor(tile_a, swizzle), \
                                     wgmma_case_descriptor(tile_b, swizzle), add, ##__VA_ARGS__); \
        wgmma_commit_group(); \
        wgmma_wait_group(0); \
        WGMMA_UNROLL for (int i = 0; i < R; i++) d[first + i] = acc[i]; \
    } \
    static void launch_wgmma_m64n##N##k##K##_##name(const void *a, const void *b, const void *c, \
                                                    void *d, unsigned problems, int kinds) \
    { \
        CUDA_CHECK(cudaFuncSetAttribute(run_wgmma_m64n##N##k##K##_##name, \
                                        cudaFuncAttributeMaxDynamicSharedMemorySize, \
                                        WGMMA_SHARED)); \
        run_wgmma_m64n##N##k##K##_##name<<<problems, WGMMA_GROUP, WGMMA_SHARED>>>( \
            (const int4 *)a, (const int4 *)b, (const of *)c, (of *)d, kinds); \
        CUDA_CHECK_LAUNCH(); \
    }

// X(N, registers of D, K, name, type of D in C, element types of A and B, of D, transposes)
#define WGMMA_CASES_OF(X, N, R) \
    X(N, R, 16, f32_f16_f16, float, F16, F32, false, false) \
    X(N, R, 16, f32_bf16_bf16, float, BF16, F32, false, false) \
    X(N, R, 8, f32_tf32_tf32, float, TF32, F32) \
    X(N, R, 32, f32_e4m3_e4m3, float, E4M3, F32) \
    X(N, R, 32, f32_e5m2_e5m2, float, E5M2, F32) \
    X(N, R, 32, s32_s8_s8, int, S8, S32)
#define WGMMA_CASES(X) WGMMA_CASES_OF(X, 8, 4) WGMMA_CASES_OF(X, 64, 32) WGMMA_CASES_OF(X, 256, 128)

#define WGMMA_KERNEL_OF(N, R, K, name, of, a_type, d_type, ...) \
    WGMMA_KERNEL(N, R, K, name, of, ##__VA_ARGS__)
WGMMA_CASES(WGMMA_KERNEL_OF)

static const struct wgmma_instruction {
    const char *name;
    void (*launch)(const void *a, const void *b, const void *c, void *d, unsigned problems,
                   int kinds);
    unsigned n, k, registers;
    enum ptx_type type, d_type;
} wgmma_instructions[] = {
#define WGMMA_ROW(N, R, K, name, of, a_type, d_type, ...) \
    {"wgmma_m64n" #N "k" #K "_" #name, \
     launch_wgmma_m64n##N##k##K##_##name, \
     N, \
     K, \
     R, \
     PTX_##a_type, \
     PTX_##d_type},
    WGMMA_CASES(WGMMA_ROW)
#undef WGMMA_ROW
};
enum { WGMMA_INSTRUCTION_COUNT = sizeof wgmma_instructions / sizeof *wgmma_instructions };

// The shape and the types of an instruction, for inputs.h.
static inline struct mma_traits wgmma_traits(unsigned instruction)
{
    const struct wgmma_instruction *it = &wgmma_instructions[instruction];
    struct mma_traits t = {0};
    t.m = 64;
    t.n = it->n;
    t.k = it->k;
    t.a_type = t.b_type = it->type;
    t.c_type = t.d_type = it->d_type;
    return t;
}

#endif
