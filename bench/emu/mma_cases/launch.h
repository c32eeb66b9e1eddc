// SPDX-License-Identifier: MIT
//
// launch.h: every mma.sync instruction of ptx.h, once per problem. CUDA C, for one file of a
// program.
//
// Registers are stored in device memory lane by lane, problem after problem.
#ifndef BENCH_MMA_CASES_LAUNCH_H
#define BENCH_MMA_CASES_LAUNCH_H

#include "../../../common/device/cuda_check.h"
#include "../../../common/device/ptx/ptx.h"

enum { MMA_THREADS = 128 };

#define MMA_KERNEL(name, D, D_COUNT, A, A_COUNT, B_COUNT, ...) \
    __global__ void run_##name(const A *a, const A *b, const D *c, D *d, unsigned problems) \
    { \
        const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x; \
        if (thread / 32 >= problems) /* the whole warp */ \
            return; \
        A a_frag[A_COUNT], b_frag[B_COUNT]; \
        D acc[D_COUNT]; \
        for (int i = 0; i < A_COUNT; i++) \
            a_frag[i] = a[thread * A_COUNT + i]; \
        for (int i = 0; i < B_COUNT; i++) \
            b_frag[i] = b[thread * B_COUNT + i]; \
        for (int i = 0; i < D_COUNT; i++) \
            acc[i] = c[thread * D_COUNT + i]; \
        name(acc, a_frag, b_frag, acc); \
        for (int i = 0; i < D_COUNT; i++) \
            d[thread * D_COUNT + i] = acc[i]; \
    } \
    static void launch_##name(const void *a, const void *b, const void *c, void *d, \
                              unsigned problems) \
    { \
        const unsigned blocks = (32 * problems + MMA_THREADS - 1) / MMA_THREADS; \
        run_##name<<<blocks, MMA_THREADS>>>((const A *)a, (const A *)b, (const D *)c, (D *)d, \
                                            problems); \
        CUDA_CHECK_LAUNCH(); \
    }
MMA_INSTRUCTIONS(MMA_KERNEL)
#undef MMA_KERNEL

static const struct mma_instruction {
    const char *name;
    void (*launch)(const void *a, const void *b, const void *c, void *d, unsigned problems);
    struct mma_traits (*traits)(void);
} mma_instructions[] = {
#define MMA_ROW(name, ...) {#name, launch_##name, name##_traits},
    MMA_INSTRUCTIONS(MMA_ROW)
#undef MMA_ROW
};
enum { MMA_INSTRUCTION_COUNT = sizeof mma_instructions / sizeof *mma_instructions };

#endif
