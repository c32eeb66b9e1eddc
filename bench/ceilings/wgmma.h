// SPDX-License-Identifier: MIT
//
// wgmma.h: multiply-adds of Hopper's tensor cores (wgmma): what no GEMM on them goes beyond.
//
// Two warpgroups an SM multiply 64 x 256 each, the widest form, from tiles that stay in shared
// memory as TMA would leave them: K-major, swizzled by 128 bytes. B always comes from there, A from
// there or from registers. Nothing is loaded, but every step along k reads other bytes, and they
// are random: equal bits would cost less power and read faster than any GEMM can be.
#ifndef BENCH_CEILINGS_WGMMA_H
#define BENCH_CEILINGS_WGMMA_H

#include <math.h>
#include <string.h>

#include "bench.h"
#include "common/step/dtype.h"
#include "common/device/ptx/mbarrier.h"
#include "common/device/ptx/wgmma.h"
#include "mma.h"

enum { WGMMA_GROUP = 128, WGMMA_GROUPS = 2, WGMMA_ROUNDS = 256 };
enum { WGMMA_M = 64, WGMMA_N = 256, WGMMA_ACCS = WGMMA_M * WGMMA_N / WGMMA_GROUP };
enum { WGMMA_ROW = 128, WGMMA_STEP = 32, WGMMA_STEPS = WGMMA_ROW / WGMMA_STEP }; // bytes of k
enum { WGMMA_A_BYTES = WGMMA_M * WGMMA_ROW, WGMMA_B_BYTES = WGMMA_N * WGMMA_ROW };
enum { WGMMA_TILES = WGMMA_GROUPS * WGMMA_A_BYTES + 2 * WGMMA_B_BYTES, WGMMA_TILE_ALIGN = 1024 };

struct wgmma_work {
    const unsigned char *tiles; // A of each warpgroup, B0, B1: rows of 128 bytes
    void *sums;                 // (WGMMA_ACCS, threads)
};

extern __shared__ __align__(1024) unsigned char wgmma_shared[];

// Copies the tiles to shared memory, swizzled, and shows them to the asynchronous proxy.
static __device__ __forceinline__ const unsigned char *wgmma_tiles(const struct wgmma_work *w)
{
    unsigned char *const to =
        wgmma_shared +
        (WGMMA_TILE_ALIGN - (uintptr_t)wgmma_shared % WGMMA_TILE_ALIGN) % WGMMA_TILE_ALIGN;
    for (int i = (int)threadIdx.x * 4; i < WGMMA_TILES; i += (int)blockDim.x * 4) {
        const int swizzled = i ^ (i / WGMMA_ROW % 8 * 16);
        *(uint32_t *)(to + swizzled) = *(const uint32_t *)(w->tiles + i);
    }
    fence_proxy_async();
    __syncthreads();
    return to;
}

static __device__ __forceinline__ uint64_t wgmma_tile(const unsigned char *tile)
{
    return wgmma_descriptor(tile, 0, 8 * WGMMA_ROW, WGMMA_SWIZZLE_128);
}

// A as the instruction takes it in registers: for each step two rows, 8 apart, of four bytes, and
// the same 16 bytes further along k.
static __device__ __forceinline__ void wgmma_a_fragments(uint32_t a[WGMMA_STEPS][4],
                                                         const unsigned char *tile)
{
    const int lane = (int)threadIdx.x % 32, warp = (int)threadIdx.x % WGMMA_GROUP / 32;
#pragma unroll
    for (int step = 0; step < WGMMA_STEPS; step++)
#pragma unroll
        for (int r = 0; r < 4; r++) {
            const int row = warp * 16 + lane / 4 + r % 2 * 8;
            const int at = row * WGMMA_ROW + step * WGMMA_STEP + lane % 4 * 4 + r / 2 * 16;
            a[step][r] = *(const uint32_t *)(tile + (at ^ (row % 8 * 16)));
        }
}

#define WGMMA wgmma_m64n256k16_f32_f16_f16
#define WGMMA_KERNEL wgmma_f16
#define WGMMA_ACC float
#define WGMMA_CONSTRAINT WGMMA_FLOAT
#define WGMMA_NAME "m64n256k16.f32.f16.f16"
#define WGMMA_END ", 1, 1, 0"
#define WGMMA_MORE , false, false
#include "wgmma_kernel.h"

#define WGMMA wgmma_m64n256k16_f32_bf16_bf16
#define WGMMA_KERNEL wgmma_bf16
#define WGMMA_ACC float
#define WGMMA_CONSTRAINT WGMMA_FLOAT
#define WGMMA_NAME "m64n256k16.f32.bf16.bf16"
#define WGMMA_END ", 1, 1, 0"
#define WGMMA_MORE , false, false
#include "wgmma_kernel.h"

#define WGMMA wgmma_m64n256k8_f32_tf32_tf32
#define WGMMA_KERNEL wgmma_tf32
#define WGMMA_ACC float
#define WGMMA_CONSTRAINT WGMMA_FLOAT
#define WGMMA_NAME "m64n256k8.f32.tf32.tf32"
#define WGMMA_END ", 1, 1"
#define WGMMA_MORE
#include "wgmma_kernel.h"

#define WGMMA wgmma_m64n256k32_f32_e4m3_e4m3
#define WGMMA_KERNEL wgmma_e4m3
#define WGMMA_ACC float
#define WGMMA_CONSTRAINT WGMMA_FLOAT
#define WGMMA_NAME "m64n256k32.f32.e4m3.e4m3"
#define WGMMA_END ", 1, 1"
#define WGMMA_MORE
#include "wgmma_kernel.h"

#define WGMMA wgmma_m64n256k32_s32_s8_s8
#define WGMMA_KERNEL wgmma_i8
#define WGMMA_ACC int
#define WGMMA_CONSTRAINT WGMMA_INT
#define WGMMA_NAME "m64n256k32.s32.s8.s8"
#define WGMMA_END ""
#define WGMMA_MORE
#include "wgmma_kernel.h"

// ---- Operands and results ------------------------------------------------------------------------

struct wgmma_kind {
    const char *figure, *name, *unit;
    void (*shared)(struct wgmma_work), (*registers)(struct wgmma_work);
    enum dtype type;  // 0: e4m3
    int bytes;        // of an element
    double tolerance; // of a sum, over |A||B|: e4m3's are kept to 13 bits or so
};

// Below 1 in absolute value: 4 bits of exponent, which begins at 2^-6, and 3 of fraction.
static double wgmma_e4m3_value(unsigned char bits)
{
    const int exponent = bits >> 3 & 15, fraction = bits & 7;
    const double value = ldexp(exponent ? 8 + fraction : fraction, (exponent ? exponent : 1) - 10);
    return bits & 0x80 ? -value : value;
}

// Random elements, and as numbers.
static void wgmma_fill(unsigned char *tiles, double *values, const struct wgmma_kind *kind)
{
    enum { ONE = 0x38 }; // of e4m3
    unsigned state = 3;
    const int count = WGMMA_TILES / kind->bytes;
    for (int i = 0; i < count; i++)
        values[i] = mma_random(&state) * (kind->type == DTYPE_I8 ? 127 : 1);
    if (kind->type != 0) {
        dtype_from_double(kind->type, values, (size_t)count, tiles);
        dtype_to_double(kind->type, tiles, (size_t)count, values);
        return;
    }
    for (int i = 0; i < count; i++) {
        const int bits = (int)(fabs(values[i]) * ONE);
        tiles[i] = (unsigned char)(bits | (values[i] < 0 ? 0x80 : 0));
        values[i] = wgmma_e4m3_value(tiles[i]);
    }
}

// Element (m, n) of D of a warpgroup, and of |A||B|.
static double wgmma_expected(const double *values, int bytes, int group, int m, int n, double *size)
{
    const int row = WGMMA_ROW / bytes;
    const double *const a = values + (group * WGMMA_M + m) * row;
    const double *const b = values + (WGMMA_GROUPS * WGMMA_M + n) * row;
    double sum = 0;
    *size = 0;
    for (int of = 0; of < 2; of++)
        for (int k = 0; k < row; k++) {
            sum += a[k] * b[of * WGMMA_N * row + k];
            *size += fabs(a[k] * b[of * WGMMA_N * row + k]);
        }
    return sum;
}

// The sums of the first and the last block.
static bool wgmma_is_right(const struct wgmma_kind *kind, const double *values, const void *sums,
                           int blocks)
{
    enum { BLOCK = WGMMA_GROUPS * WGMMA_GROUP };
    const float *const as_float = (const float *)sums;
    const int *const as_int = (const int *)sums;
    for (int t = 0; t < BLOCK; t++)
        for (int i = 0; i < WGMMA_ACCS; i++) {
            const int m = t % WGMMA_GROUP / 32 * 16 + t % 32 / 4 + i / 2 % 2 * 8;
            const int n = i / 4 * 8 + t % 4 * 2 + i % 2;
            double size;
            const double right = wgmma_expected(values, kind->bytes, t / WGMMA_GROUP, m, n, &size);
            for (int block = 0; block < blocks; block += blocks - 1) {
                const size_t at = ((size_t)i * (size_t)blocks + (size_t)block) * BLOCK + (size_t)t;
                const double got = kind->type == DTYPE_I8 ? as_int[at] : as_float[at];
                if (!(fabs(got - right) <= kind->tolerance * size))
                    return false;
            }
        }
    return true;
}

// ---- The measurement -----------------------------------------------------------------------------

struct wgmma_launch {
    void (*kernel)(struct wgmma_work);
    struct wgmma_work work;
    int blocks;
};

static void launch_wgmma(const void *work)
{
    const struct wgmma_launch *l = (const struct wgmma_launch *)work;
    l->kernel<<<l->blocks, WGMMA_GROUPS * WGMMA_GROUP, WGMMA_TILES + WGMMA_TILE_ALIGN>>>(l->work);
}

static void bench_wgmma_kind(struct bench *b, const struct wgmma_kind *kind)
{
    struct wgmma_launch l = {};
    unsigned char *const h_tiles = (unsigned char *)host_memory(WGMMA_TILES);
    double *const values = (double *)host_memory(WGMMA_TILES * sizeof *values);
    l.blocks = b->machine.sm_count;
    const size_t threads = (size_t)l.blocks * WGMMA_GROUPS * WGMMA_GROUP;
    const size_t bytes = threads * WGMMA_ACCS * sizeof(float);
    void *const h_sums = host_memory(bytes), *const d_tiles = device_memory(WGMMA_TILES);
    wgmma_fill(h_tiles, values, kind);
    CUDA_CHECK(cudaMemcpy(d_tiles, h_tiles, WGMMA_TILES, cudaMemcpyHostToDevice));
    l.work.tiles = (const unsigned char *)d_tiles;
    l.work.sums = device_memory(bytes);
    for (int in_registers = 0; in_registers < 2; in_registers++) {
        char name[64];
        snprintf(name, sizeof name, "%s%s", kind->figure, in_registers ? "_a_registers" : "");
        l.kernel = in_registers ? kind->registers : kind->shared;
        CUDA_CHECK(cudaFuncSetAttribute((const void *)l.kernel,
                                        cudaFuncAttributeMaxDynamicSharedMemorySize,
                                        WGMMA_TILES + WGMMA_TILE_ALIGN));
        CUDA_CHECK(cudaMemset(l.work.sums, 0xff, bytes));
        const struct statistics ms = measure(launch_wgmma, &l);
        CUDA_CHECK(cudaMemcpy(h_sums, l.work.sums, bytes, cudaMemcpyDeviceToHost));
        expect(b, wgmma_is_right(kind, values, h_sums, l.blocks), name);
        const double each = 2.0 * WGMMA_M * WGMMA_N * (2 * WGMMA_ROW / kind->bytes) * WGMMA_ROUNDS;
        print_figure(b, name, each * WGMMA_GROUPS * l.blocks / ms.median * 1e-9, kind->unit,
                     ms.spread, "%s, 2 warpgroups per SM, A in %s", kind->name,
                     in_registers ? "registers" : "shared memory");
    }
    CUDA_CHECK(cudaFree(l.work.sums));
    CUDA_CHECK(cudaFree(d_tiles));
    free(h_sums);
    free(values);
    free(h_tiles);
}

static void bench_wgmma(struct bench *b)
{
    static const struct wgmma_kind kinds[] = {
        {"wgmma_f16_f32", "m64n256k16", "TFLOP/s", wgmma_f16_shared, wgmma_f16_registers, DTYPE_F16,
         2, 0x1p-16},
        {"wgmma_bf16_f32", "m64n256k16", "TFLOP/s", wgmma_bf16_shared, wgmma_bf16_registers,
         DTYPE_BF16, 2, 0x1p-16},
        {"wgmma_tf32_f32", "m64n256k8", "TFLOP/s", wgmma_tf32_shared, wgmma_tf32_registers,
         DTYPE_TF32, 4, 0x1p-16},
        {"wgmma_e4m3_f32", "m64n256k32", "TFLOP/s", wgmma_e4m3_shared, wgmma_e4m3_registers,
         (enum dtype)0, 1, 0x1p-9},
        {"wgmma_i8_i32", "m64n256k32", "TOP/s", wgmma_i8_shared, wgmma_i8_registers, DTYPE_I8, 1,
         0},
    };
    if (machine_capability(&b->machine) != 90) // of this architecture and no other
        return;
    print_section(b, "wgmma: multiply-adds of a warpgroup, B in shared memory (each counts as 2)");
    for (int i = 0; i < (int)(sizeof kinds / sizeof *kinds); i++)
        bench_wgmma_kind(b, &kinds[i]);
}

#endif
