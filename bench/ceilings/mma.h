// SPDX-License-Identifier: MIT
//
// mma.h: multiply-adds of tensor cores (mma.sync), from registers only.
//
// As with FFMA, a chain waits for each of its instructions, and independent ones, in other warps or
// in the same, keep the tensor cores busy. Operands are random: wires that do not change cost less
// power, though here A and B stay unchanged and only the sums and the sign of B change. So this
// is what the tensor cores can do at most; a GEMM's operands change with every instruction.
#ifndef BENCH_CEILINGS_MMA_H
#define BENCH_CEILINGS_MMA_H

#include <math.h>
#include <string.h>

#include "bench.h"
#include "common/step/dtype.h"
#include "common/device/ptx/mma.h"

// 2 * MMA_UNROLL * MMA_ROUNDS + 1 instructions a chain.
enum { MMA_BLOCK = 128, MMA_UNROLL = 4, MMA_ROUNDS = 512, MMA_MAX_CHAINS = 8 };

struct mma_work {
    void *results;               // (blocks * MMA_BLOCK, MMA_MAX_CHAINS, registers of C)
    const void *a, *b, *minus_b; // of a warp: (32, registers)
    int blocks, chains;
};

#define MMA_PASTE_(x, y) x##y
#define MMA_PASTE(x, y) MMA_PASTE_(x, y)

#define MMA mma_m16n8k16_f32_f16_f16_f32
#define MMA_KERNEL mma_f16_f32_k16
#define MMA_ACC float
#define MMA_ACCS 4
#define MMA_REG uint32_t
#define MMA_AS 4
#define MMA_BS 2
#include "mma_kernel.h"

#define MMA mma_m16n8k8_f32_f16_f16_f32
#define MMA_KERNEL mma_f16_f32_k8
#define MMA_ACC float
#define MMA_ACCS 4
#define MMA_REG uint32_t
#define MMA_AS 2
#define MMA_BS 1
#include "mma_kernel.h"

#define MMA mma_m16n8k16_f32_bf16_bf16_f32
#define MMA_KERNEL mma_bf16_f32_k16
#define MMA_ACC float
#define MMA_ACCS 4
#define MMA_REG uint32_t
#define MMA_AS 4
#define MMA_BS 2
#include "mma_kernel.h"

#define MMA mma_m16n8k16_f16_f16_f16_f16
#define MMA_KERNEL mma_f16_f16_k16
#define MMA_ACC uint32_t
#define MMA_ACCS 2
#define MMA_REG uint32_t
#define MMA_AS 4
#define MMA_BS 2
#include "mma_kernel.h"

#define MMA mma_m16n8k8_f16_f16_f16_f16
#define MMA_KERNEL mma_f16_f16_k8
#define MMA_ACC uint32_t
#define MMA_ACCS 2
#define MMA_REG uint32_t
#define MMA_AS 2
#define MMA_BS 1
#include "mma_kernel.h"

#define MMA mma_m16n8k8_f32_tf32_tf32_f32
#define MMA_KERNEL mma_tf32_f32_k8
#define MMA_ACC float
#define MMA_ACCS 4
#define MMA_REG uint32_t
#define MMA_AS 4
#define MMA_BS 2
#include "mma_kernel.h"

#define MMA mma_m16n8k32_s32_s8_s8_s32
#define MMA_KERNEL mma_i8_i32_k32
#define MMA_ACC int
#define MMA_ACCS 4
#define MMA_REG uint32_t
#define MMA_AS 4
#define MMA_BS 2
#include "mma_kernel.h"

#define MMA mma_m16n8k16_f64_f64_f64_f64
#define MMA_KERNEL mma_f64_f64_m16n8k16
#define MMA_ACC double
#define MMA_ACCS 4
#define MMA_REG double
#define MMA_AS 8
#define MMA_BS 4
#include "mma_kernel.h"

#define MMA mma_m8n8k4_f64_f64_f64_f64
#define MMA_KERNEL mma_f64_f64_m8n8k4
#define MMA_ACC double
#define MMA_ACCS 2
#define MMA_REG double
#define MMA_AS 1
#define MMA_BS 1
#include "mma_kernel.h"

// ---- Instructions --------------------------------------------------------------------------------

// figure: "mma_" and the types of A and B, and of C. Where a figure has two, the first that the GPU
// has is taken.
struct mma_instruction {
    const char *figure, *name, *unit;
    launch_fn *launch;
    struct mma_traits traits;
    enum dtype type_ab, type_c;
    double tolerance; // of an element, over |A||B|: 4097 sums in f32 are cut by 2^-22 each at most
};

enum { MMA_MOST_INSTRUCTIONS = 16 };

static int mma_instructions(struct mma_instruction *list)
{
    const struct mma_instruction all[] = {
        {"mma_f16_f32", "m16n8k16", "TFLOP/s", launch_mma_f16_f32_k16,
         mma_m16n8k16_f32_f16_f16_f32_traits(), DTYPE_F16, DTYPE_F32, 0x1p-9},
        {"mma_f16_f32", "m16n8k8", "TFLOP/s", launch_mma_f16_f32_k8,
         mma_m16n8k8_f32_f16_f16_f32_traits(), DTYPE_F16, DTYPE_F32, 0x1p-9},
        {"mma_bf16_f32", "m16n8k16", "TFLOP/s", launch_mma_bf16_f32_k16,
         mma_m16n8k16_f32_bf16_bf16_f32_traits(), DTYPE_BF16, DTYPE_F32, 0x1p-9},
        {"mma_f16_f16", "m16n8k16", "TFLOP/s", launch_mma_f16_f16_k16,
         mma_m16n8k16_f16_f16_f16_f16_traits(), DTYPE_F16, DTYPE_F16, 0x1p-9},
        {"mma_f16_f16", "m16n8k8", "TFLOP/s", launch_mma_f16_f16_k8,
         mma_m16n8k8_f16_f16_f16_f16_traits(), DTYPE_F16, DTYPE_F16, 0x1p-9},
        {"mma_tf32_f32", "m16n8k8", "TFLOP/s", launch_mma_tf32_f32_k8,
         mma_m16n8k8_f32_tf32_tf32_f32_traits(), DTYPE_TF32, DTYPE_F32, 0x1p-9},
        {"mma_i8_i32", "m16n8k32", "TOP/s", launch_mma_i8_i32_k32,
         mma_m16n8k32_s32_s8_s8_s32_traits(), DTYPE_I8, DTYPE_I32, 0},
        {"mma_f64_f64", "m16n8k16", "TFLOP/s", launch_mma_f64_f64_m16n8k16,
         mma_m16n8k16_f64_f64_f64_f64_traits(), DTYPE_F64, DTYPE_F64, 0x1p-47},
        {"mma_f64_f64", "m8n8k4", "TFLOP/s", launch_mma_f64_f64_m8n8k4,
         mma_m8n8k4_f64_f64_f64_f64_traits(), DTYPE_F64, DTYPE_F64, 0x1p-47},
    };
    enum { COUNT = sizeof all / sizeof *all };
    memcpy(list, all, sizeof all);
    return COUNT;
}

// ---- Operands and results ------------------------------------------------------------------------

// A or B in the registers of a warp, and as numbers. The values of a thread are in its registers
// one after the other, the first in the lowest bits: as in memory.
struct mma_operand {
    int count; // elements of the operand
    double value[512];
    unsigned char registers[512 * 8];
};

static double mma_random(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u; // Numerical Recipes
    return (double)(*state >> 8) * 0x1p-23 - 1;
}

// From -1 to 1; integers from -127 to 127.
static void mma_fill(struct mma_operand *o, enum dtype type, int count, unsigned seed)
{
    o->count = count;
    for (int i = 0; i < count; i++)
        o->value[i] = mma_random(&seed) * (dtype_epsilon(type) == 0 ? 127 : 1);
    dtype_from_double(type, o->value, (size_t)count, o->registers);
    dtype_to_double(type, o->registers, (size_t)count, o->value); // rounded
}

static void mma_negate(struct mma_operand *minus, const struct mma_operand *o, enum dtype type)
{
    minus->count = o->count;
    for (int i = 0; i < o->count; i++)
        minus->value[i] = -o->value[i];
    dtype_from_double(type, minus->value, (size_t)o->count, minus->registers);
}

// The operand as a matrix: value v of thread t is at the layout's offset.
static void mma_gather(double *matrix, const struct mma_operand *o, struct tv_literal tv)
{
    const int values = o->count / 32;
    for (int t = 0; t < 32; t++)
        for (int v = 0; v < values; v++)
            matrix[tv_offset(tv, (unsigned)t, (unsigned)v)] = o->value[t * values + v];
}

// Of all chains of the first and of the last warp: A B.
static bool mma_is_right(const struct mma_instruction *mma, const struct mma_work *w,
                         const struct mma_operand *a, const struct mma_operand *b,
                         const unsigned char *results, size_t bytes_of_thread)
{
    const struct mma_traits *t = &mma->traits;
    const int m = (int)t->m, n = (int)t->n, k = (int)t->k, values = m * n / 32;
    const size_t size = dtype_size(mma->type_c);
    double A[512], B[512];
    mma_gather(A, a, t->a);
    mma_gather(B, b, t->b);
    for (int thread = 0; thread < w->blocks * MMA_BLOCK; thread++) {
        if (thread == 32) // on to the last warp
            thread = w->blocks * MMA_BLOCK - 32;
        for (int c = 0; c < w->chains; c++)
            for (int v = 0; v < values; v++) {
                const int at = tv_offset(t->c, (unsigned)thread % 32, (unsigned)v);
                double expected = 0, magnitude = 0, got;
                for (int p = 0; p < k; p++) {
                    const double product = A[at % m + p * m] * B[at / m + p * n];
                    expected += product;
                    magnitude += fabs(product);
                }
                dtype_to_double(mma->type_c,
                                results + (size_t)thread * bytes_of_thread +
                                    (size_t)(c * values + v) * size,
                                1, &got);
                if (!(fabs(got - expected) <= mma->tolerance * magnitude))
                    return false;
            }
    }
    return true;
}

// ---- The sweep -----------------------------------------------------------------------------------

static void *mma_to_device(const struct mma_operand *o, enum dtype type)
{
    const size_t bytes = (size_t)o->count * dtype_size(type);
    void *device = device_memory(bytes);
    CUDA_CHECK(cudaMemcpy(device, o->registers, bytes, cudaMemcpyHostToDevice));
    return device;
}

static void bench_mma_instruction(struct bench *b, const struct mma_instruction *mma)
{
    static const int all_chains[] = {1, 2, 4, 8}, warps_per_sm[] = {4, 8, 16};
    enum { CHAINS = sizeof all_chains / sizeof(int), WARPS = sizeof warps_per_sm / sizeof(int) };
    static struct mma_operand A, B, minus_B; // large: not on the stack
    const struct mma_traits *t = &mma->traits;
    const size_t bytes_of_thread =
        (size_t)(MMA_MAX_CHAINS * (int)(t->m * t->n) / 32) * dtype_size(mma->type_c);
    const int most = b->machine.sm_count * warps_per_sm[WARPS - 1] * 32;
    unsigned char *h_results = (unsigned char *)host_memory((size_t)most * bytes_of_thread);
    mma_fill(&A, mma->type_ab, (int)(t->m * t->k), 1);
    mma_fill(&B, mma->type_ab, (int)(t->k * t->n), 2);
    mma_negate(&minus_B, &B, mma->type_ab);
    void *d_a = mma_to_device(&A, mma->type_ab), *d_b = mma_to_device(&B, mma->type_ab);
    void *d_minus_b = mma_to_device(&minus_B, mma->type_ab);
    struct mma_work work = {};
    work.results = device_memory((size_t)most * bytes_of_thread);
    work.a = d_a;
    work.b = d_b;
    work.minus_b = d_minus_b;
    double best = 0, best_spread = 0;
    int best_chains = 0, best_warps = 0;
    for (int w = 0; w < WARPS; w++)
        for (int i = 0; i < CHAINS; i++) {
            char name[64];
            work.chains = all_chains[i];
            work.blocks = b->machine.sm_count * warps_per_sm[w] * 32 / MMA_BLOCK;
            const int threads = work.blocks * MMA_BLOCK;
            const struct statistics ms = measure(mma->launch, &work);
            CUDA_CHECK(cudaMemcpy(h_results, work.results, (size_t)threads * bytes_of_thread,
                                  cudaMemcpyDeviceToHost));
            snprintf(name, sizeof name, "%s_warps%d_chains%d", mma->figure, warps_per_sm[w],
                     work.chains);
            expect(b, mma_is_right(mma, &work, &A, &B, h_results, bytes_of_thread), name);
            const double each = 2.0 * t->m * t->n * t->k * (2 * MMA_UNROLL * MMA_ROUNDS + 1);
            const double tflops = each * work.chains * (threads / 32) / ms.median * 1e-9;
            print_figure(b, name, tflops, mma->unit, ms.spread,
                         "%d warps per SM, %d chains per warp", warps_per_sm[w], work.chains);
            if (tflops > best) {
                best = tflops;
                best_spread = ms.spread;
                best_chains = work.chains;
                best_warps = warps_per_sm[w];
            }
        }
    print_figure(b, mma->figure, best, mma->unit, best_spread,
                 "%s, best: %d warps per SM, %d chains", mma->name, best_warps, best_chains);
    CUDA_CHECK(cudaFree(work.results));
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFree(d_b));
    CUDA_CHECK(cudaFree(d_minus_b));
    free(h_results);
}

// Each type that this GPU's tensor cores have.
static void bench_mma(struct bench *b)
{
    static struct mma_instruction list[MMA_MOST_INSTRUCTIONS];
    const int count = mma_instructions(list);
    const char *done = "";
    print_section(b, "mma.sync: multiply-adds of tensor cores from registers (each counts as 2)");
    for (int i = 0; i < count; i++) {
        const struct mma_instruction *mma = &list[i];
        if (machine_capability(&b->machine) < (int)mma->traits.needs ||
            strcmp(done, mma->figure) == 0)
            continue;
        bench_mma_instruction(b, mma);
        done = mma->figure;
    }
}

#endif
