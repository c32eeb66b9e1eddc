// SPDX-License-Identifier: MIT
//
// registers.h: the banks of the register file. The same FFMAs as in ffma.h, but as the outer
// product of a GEMM has them: acc[i][j] += a[i] * b[j], three different registers each, nothing
// loaded.
//
// Registers are in two banks, even and odd, and each gives one a cycle; an operand that the last
// instruction read, too, costs none if ptxas marks it .reuse. So the shape of the tile and the
// order of its elements decide how many FFMAs start: rows from left to right, or there and back,
// where at each turn b[j] stays. What ptxas made of the order: cuobjdump -sass on the program.
#ifndef BENCH_CEILINGS_REGISTERS_H
#define BENCH_CEILINGS_REGISTERS_H

#include <math.h>

#include "bench.h"

enum { OUTER_BLOCK = 256, OUTER_ROUNDS = 4096, OUTER_UNROLL = 4, OUTER_ROWS = 8, OUTER_COLS = 16 };

struct outer_work {
    float *sums;     // (blocks * OUTER_BLOCK)
    const float *in; // (OUTER_ROWS + OUTER_COLS): a, then b
    int blocks, cols;
    bool back;
};

static __device__ __forceinline__ void outer(float *sums, const float *in, int cols, bool back)
{
    float a[OUTER_ROWS], b[OUTER_COLS], acc[OUTER_ROWS][OUTER_COLS] = {{0}};
#pragma unroll
    for (int i = 0; i < OUTER_ROWS; i++)
        a[i] = in[i];
#pragma unroll
    for (int j = 0; j < cols; j++)
        b[j] = in[OUTER_ROWS + j];
#pragma unroll 1
    for (int round = 0; round < OUTER_ROUNDS; round++) {
#pragma unroll
        for (int u = 0; u < OUTER_UNROLL; u++)
#pragma unroll
            for (int i = 0; i < OUTER_ROWS; i++)
#pragma unroll
                for (int step = 0; step < cols; step++) {
                    const int j = back && i % 2 ? cols - 1 - step : step;
                    acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
                }
    }
    float sum = 0;
#pragma unroll
    for (int i = 0; i < OUTER_ROWS; i++)
#pragma unroll
        for (int j = 0; j < cols; j++)
            sum += acc[i][j];
    sums[blockIdx.x * OUTER_BLOCK + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(OUTER_BLOCK) outer_8x8(float *s, const float *in)
{
    outer(s, in, 8, false);
}
__global__ void __launch_bounds__(OUTER_BLOCK) outer_8x8_back(float *s, const float *in)
{
    outer(s, in, 8, true);
}
__global__ void __launch_bounds__(OUTER_BLOCK) outer_8x16(float *s, const float *in)
{
    outer(s, in, 16, false);
}
__global__ void __launch_bounds__(OUTER_BLOCK) outer_8x16_back(float *s, const float *in)
{
    outer(s, in, 16, true);
}

static void launch_outer(const void *work)
{
    const struct outer_work *w = (const struct outer_work *)work;
    if (w->cols == 8 && !w->back)
        outer_8x8<<<w->blocks, OUTER_BLOCK>>>(w->sums, w->in);
    else if (w->cols == 8)
        outer_8x8_back<<<w->blocks, OUTER_BLOCK>>>(w->sums, w->in);
    else if (!w->back)
        outer_8x16<<<w->blocks, OUTER_BLOCK>>>(w->sums, w->in);
    else
        outer_8x16_back<<<w->blocks, OUTER_BLOCK>>>(w->sums, w->in);
}

// What every thread must have; the order within a row does not matter, the sum's order does.
static float outer_expected(const float *in, int cols)
{
    float sum = 0;
    for (int i = 0; i < OUTER_ROWS; i++)
        for (int j = 0; j < cols; j++) {
            float acc = 0;
            for (int n = 0; n < OUTER_ROUNDS * OUTER_UNROLL; n++)
                acc = fmaf(in[i], in[OUTER_ROWS + j], acc);
            sum += acc;
        }
    return sum;
}

static void bench_registers(struct bench *b)
{
    float in[OUTER_ROWS + OUTER_COLS], got[2];
    for (int i = 0; i < OUTER_ROWS + OUTER_COLS; i++)
        in[i] = 0.3f + 0.01f * (float)(i * 7 % 24);
    float *d_in = (float *)device_memory(sizeof in);
    CUDA_CHECK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
    struct outer_work work = {};
    work.in = d_in;
    work.blocks = b->machine.sm_count; // of 255 registers a thread an SM holds one
    const int threads = work.blocks * OUTER_BLOCK;
    work.sums = (float *)device_memory((size_t)threads * sizeof *work.sums);
    print_section(b, "FFMA as an outer product in registers: the banks of the register file");
    for (int i = 0; i < 4; i++) {
        work.cols = i < 2 ? 8 : 16;
        work.back = i % 2 != 0;
        const struct statistics ms = measure(launch_outer, &work);
        char name[64];
        snprintf(name, sizeof name, "outer_8x%d%s", work.cols, work.back ? "_back" : "");
        CUDA_CHECK(cudaMemcpy(got, work.sums, sizeof *got, cudaMemcpyDeviceToHost));
        CUDA_CHECK(
            cudaMemcpy(got + 1, work.sums + threads - 1, sizeof *got, cudaMemcpyDeviceToHost));
        const float right = outer_expected(in, work.cols);
        expect(b, got[0] == right && got[1] == right, name);
        const double flops = 2.0 * threads * OUTER_ROWS * work.cols * OUTER_ROUNDS * OUTER_UNROLL;
        print_figure(b, name, flops / ms.median * 1e-9, "TFLOP/s", ms.spread,
                     "a thread has 8 x %d sums, rows %s", work.cols,
                     work.back ? "there and back" : "from left to right");
    }
    CUDA_CHECK(cudaFree(work.sums));
    CUDA_CHECK(cudaFree(d_in));
}

#endif
