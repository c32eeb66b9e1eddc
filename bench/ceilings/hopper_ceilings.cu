// SPDX-License-Identifier: MIT
//
// hopper_ceilings: what an SM of compute capability 9.0 does at most with wgmma and the copy
// engine, in cycles, so that the clock plays no part; and how long a launch takes that does
// nothing. The simulator of expected times has its figures from here
// (emu/timing/gpu_time.c).
//
// wgmma is checked against float64 before it is timed; a copy, that the whole box has come.
#include <cuda_fp16.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engines.h"
#include "common/base/rounds.h"
#include "common/base/timer.h"
#include "open_gpu.h"

static int wrong;

// One line: a figure, its unit, and how it was had.
static void __attribute__((format(printf, 4, 5)))
figure(const char *name, double value, const char *unit, const char *how, ...)
{
    va_list arguments;
    va_start(arguments, how);
    printf("%-26s %10.4g %-8s ", name, value, unit);
    vprintf(how, arguments);
    putchar('\n');
    va_end(arguments);
}

// ---- One launch ---------------------------------------------------------------------------------

static int blocks = 132;
static struct work now;
static void (*kernel_now)(struct work);

static void (*kernel_of(int n))(struct work)
{
    switch (n) {
#define CASE(n) \
    case n: return engine_##n;
        WIDTHS(CASE)
    }
    return NULL;
}

static float run_once(void)
{
    static cudaEvent_t start, stop;
    float ms;
    if (!start) {
        CUDA_CHECK(cudaEventCreate(&start));
        CUDA_CHECK(cudaEventCreate(&stop));
    }
    hold<<<1, 1>>>(100000);
    CUDA_CHECK(cudaEventRecord(start, 0));
    if (kernel_now)
        kernel_now<<<blocks, (LOADER + now.groups) * WARPGROUP, SHARED>>>(now);
    else
        nothing<<<blocks, now.turns, (size_t)now.boxes>>>(NULL);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaEventRecord(stop, 0));
    CUDA_CHECK(cudaEventSynchronize(stop));
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    return ms;
}

struct timed {
    double ms, products, copies; // cycles
};

// As bench/gemm's cool runs: an idle gap before each.
static struct timed run(int n)
{
    enum { RUNS = 11 };
    double ms[RUNS], of[2][RUNS];
    kernel_now = n ? kernel_of(n) : NULL;
    if (n)
        CUDA_CHECK(cudaFuncSetAttribute((const void *)kernel_now,
                                        cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED));
    for (int i = -1; i < RUNS; i++) {
        long long cycles[2];
        idle(5);
        const float once = run_once();
        CUDA_CHECK(cudaMemcpy(cycles, now.cycles, sizeof cycles, cudaMemcpyDeviceToHost));
        if (i < 0)
            continue;
        ms[i] = once;
        of[0][i] = (double)cycles[0], of[1][i] = (double)cycles[1];
    }
    return (struct timed){statistics_of(ms, RUNS).median, statistics_of(of[0], RUNS).median,
                          statistics_of(of[1], RUNS).median};
}

// ---- Right? -------------------------------------------------------------------------------------

static float A[WGMMA_M][K], B[MOST_N][K];

static double random_value(unsigned *state)
{
    double sum = 0; // about N(0, 1)
    for (int i = 0; i < 12; i++) {
        *state = *state * 1664525u + 1013904223u;
        sum += (double)(*state >> 8) * 0x1p-24;
    }
    return sum - 6;
}

static void *tile(float (*M)[K], int rows, unsigned seed)
{
    static unsigned char bytes[B_BYTES];
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < K; k++) {
            const __half h = __float2half((float)random_value(&seed));
            M[r][k] = __half2float(h);
            memcpy(bytes + r * ROW_BYTES + (k / 8 ^ r % 8) * 16 + k % 8 * 2, &h, sizeof h);
        }
    void *device = device_memory((size_t)rows * ROW_BYTES);
    CUDA_CHECK(cudaMemcpy(device, bytes, (size_t)rows * ROW_BYTES, cudaMemcpyHostToDevice));
    return device;
}

static bool is_right(int n, int turns)
{
    static float sums[WARPGROUP * MOST_N / 2];
    CUDA_CHECK(cudaMemcpy(sums, now.sums, sizeof sums, cudaMemcpyDeviceToHost));
    for (int t = 0; t < WARPGROUP; t++)
        for (int i = 0; i < n / 2; i++) {
            const int row = t / 32 * 16 + t % 32 / 4 + i / 2 % 2 * 8;
            const int col = i / 4 * 8 + t % 4 * 2 + i % 2;
            double sum = 0, size = 0;
            for (int k = 0; k < K; k++) {
                sum += (double)A[row][k] * B[col][k];
                size += fabs((double)A[row][k] * B[col][k]);
            }
            if (!(fabs(sums[t * (n / 2) + i] - turns * sum) <= 1e-3 * turns * size))
                return false;
        }
    return true;
}

static void set_map(int rows)
{
    static void *matrix;
    if (!matrix)
        matrix = device_memory((size_t)MAP_ROWS * ROW_BYTES);
    const struct tensor_map map = {.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
                                   .rank = 2,
                                   .address = matrix,
                                   .size = {K, MAP_ROWS},
                                   .stride = {ROW_BYTES},
                                   .box = {K, (uint32_t)rows},
                                   .swizzle = CU_TENSOR_MAP_SWIZZLE_128B};
    if (tensor_map_encode(&map, &now.map) != CUDA_SUCCESS) {
        fprintf(stderr, "hopper_ceilings: no tensor map\n");
        exit(1);
    }
    now.box_rows = rows;
}

// ---- The figures --------------------------------------------------------------------------------

static void bench_products(void)
{
    static const int widths[] = {16, 32, 64, 128, 192, 256};
    puts("\nwgmma, f16 to f32, A and B in shared memory; one block of so many warpgroups on each "
         "SM");
    for (int wait = 0; wait < 2; wait++)
        for (int g = 1; g <= 2; g++)
            for (int i = 0; i < 6; i++) {
                char name[64];
                const int n = widths[i], turns = 800;
                now.n = n, now.groups = g, now.turns = 4, now.wait = wait, now.boxes = 0;
                run(n);
                snprintf(name, sizeof name, "wgmma_n%d_groups%d_%s", n, g, wait ? "lean" : "wait");
                if (!is_right(n, 4)) {
                    fprintf(stderr, "hopper_ceilings: %s: wrong: its figure does not count\n",
                            name);
                    wrong++;
                }
                now.turns = turns;
                const struct timed t = run(n);
                figure(name, t.products / (turns * SLICES * g), "cycles",
                       "an instruction; %.1f TFLOP/s, %.0f MHz",
                       2e-9 * WGMMA_M * n * 16 * SLICES * turns * g * blocks / t.ms,
                       t.products / t.ms * 1e-3);
            }
    for (int turns = 200; turns <= 12800; turns *= 4) { // power
        now.n = 256, now.groups = 2, now.wait = 1, now.boxes = 0, now.turns = turns;
        const struct timed t = run(256);
        figure("wgmma_clock", t.products / t.ms * 1e-3, "MHz",
               "two groups of n256, %.2f ms after 5 ms of rest", t.ms);
    }
}

static void bench_copies(void)
{
    puts("\ncopy engine: boxes of rows of 128 bytes, from L2");
    now.n = 16, now.groups = 1, now.turns = 1, now.wait = 0;
    for (int rows = 8; rows <= BOX_ROWS; rows *= 4) {
        char name[64];
        blocks = 1;
        now.boxes = 64, now.stages = 1;
        set_map(rows);
        const struct timed t = run(16);
        snprintf(name, sizeof name, "tma_latency_%dB", STAGE_BOXES * rows * ROW_BYTES);
        figure(name, t.copies / now.boxes, "cycles",
               "two boxes of %d rows, from the request to the end of the wait", rows);
    }
    set_map(BOX_ROWS);
    for (blocks = 1; blocks <= 132; blocks = blocks == 1 ? 33 : blocks * 2)
        for (int stages = 2; stages <= 2 * MOST_STAGES; stages++) {
            char name[64];
            now.boxes = 400, now.stages = stages > MOST_STAGES ? stages - MOST_STAGES : stages;
            now.share = stages > MOST_STAGES ? 12 : 1;
            if (now.stages == 1 || (now.share > 1 && blocks < 33))
                continue;
            const struct timed t = run(16);
            snprintf(name, sizeof name, "tma_blocks%d_stages%d_share%d", blocks, now.stages,
                     now.share);
            figure(name, (double)now.boxes * STAGE_BOXES * BOX_ROWS * ROW_BYTES / t.copies, "B/clk",
                   "an SM; %.2f TB/s",
                   1e-9 * now.boxes * STAGE_BOXES * BOX_ROWS * ROW_BYTES * blocks / t.ms);
        }
    blocks = 132;
    now.share = 12;
    for (int much = 0; much < 2; much++)
        for (int g = 1, n = 128; g <= 2; n == 256 ? (g++, n = 128) : (n += 64)) {
            char name[64];
            now.n = n, now.groups = g, now.wait = 1, now.turns = 800;
            now.boxes = (much ? 1200 : 800) * n * g / 512, now.stages = 4;
            const struct timed t = run(n);
            snprintf(name, sizeof name, "both_n%d_groups%d%s", n, g, much ? "_much" : "");
            figure(name, t.products / (now.turns * SLICES * g), "cycles",
                   "an instruction, with copies of %.1f bytes a cycle",
                   (double)now.boxes * STAGE_BOXES * BOX_ROWS * ROW_BYTES / t.copies);
        }
}

static void bench_launch(void)
{
    puts("\na launch after 5 ms of rest, by events");
    static const int threads[] = {32, 384, 384}, bytes[] = {0, 0, 200 << 10};
    CUDA_CHECK(cudaFuncSetAttribute((const void *)nothing,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
    for (int i = 0; i < 3; i++) {
        now.turns = threads[i], now.boxes = bytes[i];
        const struct timed t = run(0);
        figure("launch", 1e3 * t.ms, "us", "%d blocks of %d threads, %d KiB shared", blocks,
               threads[i], bytes[i] >> 10);
    }
    for (int boxes = 0; boxes <= 1; boxes++) {
        now.n = 16, now.groups = 1, now.turns = 1, now.wait = 0, now.boxes = boxes;
        now.stages = 1;
        const struct timed t = run(16);
        figure(boxes ? "launch_map_copy" : "launch_map", 1e3 * t.ms, "us",
               "of this program's kernel, 40 KiB read; %d stage of copies, %.0f cycles", boxes,
               boxes ? t.copies : 0.0);
    }
}

int main(int argc, char **argv)
{
    const struct machine machine = open_gpu("hopper_ceilings", 9);
    print_gpu(&machine, argc > 1 ? argv[1] : "unknown");
    printf("# median of 11 launches, 5 ms of rest before each; cycles: of one thread, clock64()\n");
    blocks = machine.sm_count;
    now.share = 1;
    now.a = tile(A, WGMMA_M, 1);
    now.b = tile(B, MOST_N, 2);
    now.sums = (float *)device_memory(sizeof(float) * WARPGROUP * MOST_N / 2);
    now.cycles = (long long *)device_memory(2 * sizeof(long long));
    set_map(BOX_ROWS);
    bench_products();
    bench_copies();
    bench_launch();
    return wrong ? 1 : 0;
}
