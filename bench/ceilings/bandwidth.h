// SPDX-License-Identifier: MIT
//
// bandwidth.h: bytes per second from DRAM and from L2, by loads of 128 bits.
//
// To keep a memory busy, enough bytes must be in flight at any moment: bandwidth x latency
// (Little's law). The sweep over threads per SM and loads per thread shows how many.
#ifndef BENCH_CEILINGS_BANDWIDTH_H
#define BENCH_CEILINGS_BANDWIDTH_H

#include "bench.h"
#include "common/device/host_device.h"

enum { COPY_BLOCK = 256, MOST_LOADS = 8 };

// For the kernels with 8 loads a thread: 4 blocks an SM, which leaves 64 registers to a thread.
// Left alone, nvcc saves registers and begins to add before the last loads are issued.
#define FOUR_BLOCKS_PER_SM __launch_bounds__(COPY_BLOCK, 4)

struct memory_work {
    float4 *in, *out; // n each; out: one float per thread for the kernels that only read
    long long n;
    int blocks, loads; // loads: that one thread has in flight
    int passes;        // over the buffer in one launch (L2)
};

// Whole numbers from 0 to 15 without a pattern, so that sums are exact and the wires see random
// bits.
static HOST_DEVICE float number_at(unsigned long long i)
{
    return (float)((unsigned)(i * 2654435761u) >> 28); // Knuth's multiplicative hash
}

__global__ void fill_numbers(float4 *out, long long n)
{
    long long stride = (long long)gridDim.x * blockDim.x;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        unsigned long long first = 4 * (unsigned long long)i;
        out[i] = make_float4(number_at(first), number_at(first + 1), number_at(first + 2),
                             number_at(first + 3));
    }
}

static double sum_of_numbers(long long n)
{
    double sum = 0;
    for (unsigned long long i = 0; i < 4 * (unsigned long long)n; i++)
        sum += number_at(i);
    return sum;
}

// ---- DRAM ---------------------------------------------------------------------------------------

static __device__ __forceinline__ void copy(float4 *out, const float4 *in, long long n, int loads)
{
    long long stride = (long long)gridDim.x * blockDim.x;
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (; i + (loads - 1) * stride < n; i += loads * stride) {
        float4 got[MOST_LOADS];
#pragma unroll
        for (int j = 0; j < loads; j++)
            got[j] = in[i + j * stride];
#pragma unroll
        for (int j = 0; j < loads; j++)
            out[i + j * stride] = got[j];
    }
#pragma unroll 1
    for (; i < n; i += stride)
        out[i] = in[i];
}

__global__ void copy_1(float4 *out, const float4 *in, long long n) { copy(out, in, n, 1); }
__global__ void copy_2(float4 *out, const float4 *in, long long n) { copy(out, in, n, 2); }
__global__ void copy_4(float4 *out, const float4 *in, long long n) { copy(out, in, n, 4); }
__global__ void FOUR_BLOCKS_PER_SM copy_8(float4 *out, const float4 *in, long long n)
{
    copy(out, in, n, 8);
}

static void launch_copy(const void *work)
{
    const struct memory_work *w = (const struct memory_work *)work;
    switch (w->loads) {
    case 1: copy_1<<<w->blocks, COPY_BLOCK>>>(w->out, w->in, w->n); break;
    case 2: copy_2<<<w->blocks, COPY_BLOCK>>>(w->out, w->in, w->n); break;
    case 4: copy_4<<<w->blocks, COPY_BLOCK>>>(w->out, w->in, w->n); break;
    default: copy_8<<<w->blocks, COPY_BLOCK>>>(w->out, w->in, w->n); break;
    }
}

static void launch_memcpy(const void *work)
{
    const struct memory_work *w = (const struct memory_work *)work;
    CUDA_CHECK(
        cudaMemcpyAsync(w->out, w->in, (size_t)w->n * sizeof *w->in, cudaMemcpyDeviceToDevice, 0));
}

static __device__ __forceinline__ float sum_of(float4 v) { return (v.x + v.y) + (v.z + v.w); }

// Each thread leaves the sum of what it read: less than 2^24, so float32 holds it exactly.
static __device__ __forceinline__ void read(float *out, const float4 *in, long long n, int loads)
{
    long long stride = (long long)gridDim.x * blockDim.x;
    long long thread = (long long)blockIdx.x * blockDim.x + threadIdx.x, i = thread;
    float sum = 0;
#pragma unroll 1
    for (; i + (loads - 1) * stride < n; i += loads * stride) {
        float4 got[MOST_LOADS];
#pragma unroll
        for (int j = 0; j < loads; j++)
            got[j] = in[i + j * stride];
#pragma unroll
        for (int j = 0; j < loads; j++)
            sum += sum_of(got[j]);
    }
#pragma unroll 1
    for (; i < n; i += stride)
        sum += sum_of(in[i]);
    out[thread] = sum;
}

__global__ void read_1(float *out, const float4 *in, long long n) { read(out, in, n, 1); }
__global__ void read_2(float *out, const float4 *in, long long n) { read(out, in, n, 2); }
__global__ void read_4(float *out, const float4 *in, long long n) { read(out, in, n, 4); }
__global__ void FOUR_BLOCKS_PER_SM read_8(float *out, const float4 *in, long long n)
{
    read(out, in, n, 8);
}

static void launch_read(const void *work)
{
    const struct memory_work *w = (const struct memory_work *)work;
    float *sums = (float *)w->out;
    switch (w->loads) {
    case 1: read_1<<<w->blocks, COPY_BLOCK>>>(sums, w->in, w->n); break;
    case 2: read_2<<<w->blocks, COPY_BLOCK>>>(sums, w->in, w->n); break;
    case 4: read_4<<<w->blocks, COPY_BLOCK>>>(sums, w->in, w->n); break;
    default: read_8<<<w->blocks, COPY_BLOCK>>>(sums, w->in, w->n); break;
    }
}

// ---- L2 -----------------------------------------------------------------------------------------

// Reads the buffer `passes` times past L1 (ld.global.cg). In each pass the blocks move on by one
// block, so that no SM asks for the same lines again. n is a power of two and a multiple of the
// number of float4 that the grid has in flight.
static __device__ __forceinline__ void read_l2(float *out, const float4 *in, long long n,
                                               int passes, int loads)
{
    unsigned count = (unsigned)n, stride = gridDim.x * blockDim.x;
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll 1
    for (int pass = 0; pass < passes; pass++) {
#pragma unroll 1
        for (unsigned i = thread; i < count; i += (unsigned)loads * stride) {
            float4 got[MOST_LOADS];
#pragma unroll
            for (int j = 0; j < loads; j++) {
                unsigned at = i + (unsigned)j * stride;
                unsigned moved = (at + (unsigned)pass * blockDim.x) & (count - 1);
                got[j] = at < count ? __ldcg(&in[moved]) : make_float4(0, 0, 0, 0);
            }
#pragma unroll
            for (int j = 0; j < loads; j++)
                sum += sum_of(got[j]);
        }
    }
    out[thread] = sum;
}

__global__ void read_l2_2(float *out, const float4 *in, long long n, int passes)
{
    read_l2(out, in, n, passes, 2);
}

__global__ void read_l2_4(float *out, const float4 *in, long long n, int passes)
{
    read_l2(out, in, n, passes, 4);
}

__global__ void FOUR_BLOCKS_PER_SM read_l2_8(float *out, const float4 *in, long long n, int passes)
{
    read_l2(out, in, n, passes, 8);
}

static void launch_read_l2(const void *work)
{
    const struct memory_work *w = (const struct memory_work *)work;
    float *sums = (float *)w->out;
    switch (w->loads) {
    case 2: read_l2_2<<<w->blocks, COPY_BLOCK>>>(sums, w->in, w->n, w->passes); break;
    case 4: read_l2_4<<<w->blocks, COPY_BLOCK>>>(sums, w->in, w->n, w->passes); break;
    default: read_l2_8<<<w->blocks, COPY_BLOCK>>>(sums, w->in, w->n, w->passes); break;
    }
}

// ---- Sweeps -------------------------------------------------------------------------------------

// More float4 in registers than this, and not all the threads fit into an SM at once.
enum { MOST_LOADS_PER_SM = 8192 };

struct best {
    double tbps, spread;
    int threads_per_sm, loads;
    double mib;
};

static void keep_best(struct best *best, const struct memory_work *w, int threads_per_sm,
                      double tbps, double spread)
{
    if (tbps > best->tbps) {
        best->tbps = tbps;
        best->spread = spread;
        best->threads_per_sm = threads_per_sm;
        best->loads = w->loads;
        best->mib = (double)w->n * sizeof *w->in / (1 << 20);
    }
}

// Adds up what the threads left, and clears it.
static double take_sums(const struct memory_work *w)
{
    size_t threads = (size_t)w->blocks * COPY_BLOCK;
    float *h_sums = (float *)host_memory(threads * sizeof *h_sums);
    CUDA_CHECK(cudaMemcpy(h_sums, w->out, threads * sizeof *h_sums, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemset(w->out, 0xff, threads * sizeof *h_sums)); // NaN
    double sum = 0;
    for (size_t i = 0; i < threads; i++)
        sum += h_sums[i];
    free(h_sums);
    return sum;
}

// Is the start, the middle and the end of the copy what it should be? Clears the copy.
static bool copy_is_right(const struct memory_work *w)
{
    enum { PIECE = 4096 };
    static float4 h[PIECE];
    const long long starts[] = {0, w->n / 2, w->n - PIECE};
    bool right = true;
    for (int s = 0; s < 3; s++) {
        CUDA_CHECK(cudaMemcpy(h, w->out + starts[s], sizeof h, cudaMemcpyDeviceToHost));
        for (int i = 0; i < PIECE; i++) {
            unsigned long long first = 4 * (unsigned long long)(starts[s] + i);
            right = right && h[i].x == number_at(first) && h[i].y == number_at(first + 1) &&
                    h[i].z == number_at(first + 2) && h[i].w == number_at(first + 3);
        }
    }
    CUDA_CHECK(cudaMemset(w->out, 0xff, (size_t)w->n * sizeof *w->out)); // NaN
    return right;
}

static void sweep(struct bench *b, struct memory_work *w, const char *name, launch_fn *launch,
                  bool copies, double expected)
{
    const int threads_per_sm[] = {512, 1024, 2048}, loads[] = {1, 2, 4, 8};
    struct best best = {};
    for (int t = 0; t < 3; t++) {
        if (threads_per_sm[t] > b->machine.max_threads_per_sm)
            continue;
        for (int l = 0; l < 4; l++) {
            if (threads_per_sm[t] * loads[l] > MOST_LOADS_PER_SM)
                continue;
            w->blocks = b->machine.sm_count * threads_per_sm[t] / COPY_BLOCK;
            w->loads = loads[l];
            struct statistics ms = measure(launch, w);
            double bytes = (double)w->n * sizeof *w->in * (copies ? 2 : 1);
            double tbps = bytes / ms.median * 1e-9;
            char row[64];
            snprintf(row, sizeof row, "%s_t%d_l%d", name, threads_per_sm[t], loads[l]);
            expect(b, copies ? copy_is_right(w) : take_sums(w) == expected, row);
            print_figure(b, row, tbps, "TB/s", ms.spread,
                         "%d threads per SM, %d x 16 bytes each: %d KiB per SM in flight",
                         threads_per_sm[t], loads[l], threads_per_sm[t] * loads[l] * 16 / 1024);
            keep_best(&best, w, threads_per_sm[t], tbps, ms.spread);
        }
    }
    print_figure(b, name, best.tbps, "TB/s", best.spread,
                 "best: %d threads per SM, %d loads each%s", best.threads_per_sm, best.loads,
                 copies ? "; counts bytes read and written" : "");
}

static void bench_dram(struct bench *b)
{
    struct memory_work w = {};
    size_t bytes = (size_t)1 << 30; // far larger than any L2
    while (bytes > b->machine.memory_bytes / 8)
        bytes /= 2;
    w.n = (long long)(bytes / sizeof *w.in);
    w.in = (float4 *)device_memory(bytes);
    w.out = (float4 *)device_memory(bytes);
    fill_numbers<<<4 * b->machine.sm_count, COPY_BLOCK>>>(w.in, w.n);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemset(w.out, 0xff, bytes));

    print_section(b, "DRAM");
    sweep(b, &w, "dram_read", launch_read, false, sum_of_numbers(w.n));
    CUDA_CHECK(cudaMemset(w.out, 0xff, bytes));
    sweep(b, &w, "dram_copy", launch_copy, true, 0);
    struct statistics ms = measure(launch_memcpy, &w);
    expect(b, copy_is_right(&w), "dram_memcpy");
    print_figure(b, "dram_memcpy", 2.0 * (double)bytes / ms.median * 1e-9, "TB/s", ms.spread,
                 "cudaMemcpy, %.0f MiB; counts bytes read and written", (double)bytes / (1 << 20));
    CUDA_CHECK(cudaFree(w.in));
    CUDA_CHECK(cudaFree(w.out));
}

static void bench_l2(struct bench *b)
{
    const int threads_per_sm[] = {512, 1024, 2048}, loads[] = {2, 4, 8};
    struct memory_work w = {};
    struct best best = {};
    size_t largest = 1 << 20; // a power of two, at most half of L2
    while (4 * largest <= b->machine.l2_bytes)
        largest *= 2;
    size_t threads = (size_t)b->machine.sm_count * 2048;
    w.in = (float4 *)device_memory(largest);
    w.out = (float4 *)device_memory(threads * sizeof(float));
    print_section(b, "L2 (buffers that fit, read past L1)");
    for (size_t bytes = largest / 4; bytes <= largest; bytes *= 2) {
        w.n = (long long)(bytes / sizeof *w.in);
        w.passes = (int)(((size_t)1 << 30) / bytes);
        fill_numbers<<<4 * b->machine.sm_count, COPY_BLOCK>>>(w.in, w.n);
        CUDA_CHECK_LAUNCH();
        double expected = w.passes * sum_of_numbers(w.n);
        for (int t = 0; t < 3; t++) {
            if (threads_per_sm[t] > b->machine.max_threads_per_sm)
                continue;
            for (int l = 0; l < 3; l++) {
                if (threads_per_sm[t] * loads[l] > MOST_LOADS_PER_SM)
                    continue;
                w.blocks = b->machine.sm_count * threads_per_sm[t] / COPY_BLOCK;
                w.loads = loads[l];
                struct statistics ms = measure(launch_read_l2, &w);
                double tbps = (double)bytes * w.passes / ms.median * 1e-9;
                double mib = (double)bytes / (1 << 20);
                char row[64];
                snprintf(row, sizeof row, "l2_read_%.0fM_t%d_l%d", mib, threads_per_sm[t],
                         loads[l]);
                expect(b, take_sums(&w) == expected, row);
                print_figure(b, row, tbps, "TB/s", ms.spread,
                             "%.0f MiB, %d threads per SM, %d x 16 bytes each", mib,
                             threads_per_sm[t], loads[l]);
                keep_best(&best, &w, threads_per_sm[t], tbps, ms.spread);
            }
        }
    }
    print_figure(b, "l2_read", best.tbps, "TB/s", best.spread,
                 "best: %.0f MiB, %d threads per SM, %d loads each", best.mib, best.threads_per_sm,
                 best.loads);
    CUDA_CHECK(cudaFree(w.in));
    CUDA_CHECK(cudaFree(w.out));
}

#endif
