// SPDX-License-Identifier: MIT
//
// clock_ceilings: how the clock falls in the first milliseconds of a launch that keeps the tensor
// cores busy, and what a launch costs that begins with nothing in its caches (compute capability
// 9.0). The simulator of expected times has these figures (emu/timing/gpu_time.c).
#include <cuda_fp16.h>
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "common/base/rounds.h"
#include "common/base/timer.h"
#include "open_gpu.h"

enum { RUNS = 11, MIB = 1 << 20, EVICTED = 256 * MIB };

static void *halves(size_t count)
{
    __half *host = (__half *)malloc(count * sizeof *host);
    void *device = device_memory(count * sizeof *host);
    unsigned state = 1;
    if (!host)
        exit(1);
    for (size_t i = 0; i < count; i++) {
        float sum = -6; // about N(0, 1)
        for (int j = 0; j < 12; j++) {
            state = state * 1664525u + 1013904223u;
            sum += (float)(state >> 8) * 0x1p-24f;
        }
        host[i] = __float2half(sum);
    }
    CUDA_CHECK(cudaMemcpy(device, host, count * sizeof *host, cudaMemcpyHostToDevice));
    free(host);
    return device;
}

// ---- The clock ----------------------------------------------------------------------------------

static const double until_us[] = {10, 20, 40, 80, 120, 160, 200, 300, 500, 1000, 2000, 4000};
enum { TIMES = sizeof until_us / sizeof *until_us };

// MHz between two of these times of one launch.
static void clock_of(const struct clocked *w, double mhz[TIMES])
{
    long long of[SAMPLES][2];
    CUDA_CHECK(cudaMemcpy(of, w->samples, sizeof of, cudaMemcpyDeviceToHost));
    int from = 0;
    for (int t = 0; t < TIMES; t++) {
        int to = from;
        while (to + 1 < SAMPLES && (double)(of[to + 1][1] - of[0][1]) <= 1e3 * until_us[t] * 1.05)
            to++;
        mhz[t] = to > from
                     ? 1e3 * (double)(of[to][0] - of[from][0]) / (double)(of[to][1] - of[from][1])
                     : 0;
        from = to > from ? to : from;
    }
}

static void bench_clock(const char *name, void (*kernel)(struct clocked), int threads, int blocks,
                        struct clocked w, int cycles)
{
    // Twice: short samples for the beginning, then long ones.
    double mhz[2][TIMES][RUNS], line[TIMES];
    for (int slow = 0; slow < 2; slow++) {
        w.each = (slow ? 100000 : 10000) / cycles;
        for (int run = 0; run < RUNS; run++) {
            double of[TIMES];
            idle(5);
            hold<<<1, 1>>>(100000);
            kernel<<<blocks, threads, kernel == clocked_wgmma ? SHARED : 0>>>(w);
            CUDA_CHECK_LAUNCH();
            CUDA_CHECK(cudaDeviceSynchronize());
            clock_of(&w, of);
            for (int t = 0; t < TIMES; t++)
                mhz[slow][t][run] = of[t];
        }
    }
    printf("%-26s", name);
    for (int t = 0; t < TIMES; t++) {
        line[t] = statistics_of(mhz[until_us[t] > 500][t], RUNS).median;
        printf(" %6.0f", line[t]);
    }
    printf("   %d SMs, %d of %d cycles\n", blocks, cycles - w.pause, cycles);
}

// ---- Starts -------------------------------------------------------------------------------------

static cudaEvent_t start, stop;
static void *evicted;
static bool cold;

static void begin(void)
{
    idle(5);
    if (cold)
        CUDA_CHECK(cudaMemset(evicted, 1, EVICTED));
    hold<<<1, 1>>>(100000);
    CUDA_CHECK(cudaEventRecord(start, 0));
}

static double ended(void)
{
    float ms;
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaEventRecord(stop, 0));
    CUDA_CHECK(cudaEventSynchronize(stop));
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    return 1e3 * ms;
}

#define BENCH(name, how, call) \
    do { \
        double us[RUNS]; \
        for (int run = 0; run < RUNS; run++) { \
            begin(); \
            call; \
            us[run] = ended(); \
        } \
        printf("%-26s %10.4g us       %s%s\n", name, statistics_of(us, RUNS).median, how, \
               cold ? ", nothing in L2" : ""); \
    } while (0)

#define BENCH_STRAIGHT(kib) \
    do { \
        double first[RUNS], second[RUNS]; \
        for (int run = 0; run < RUNS; run++) { \
            long long cycles[2]; \
            begin(); \
            straight_##kib<<<132, 32>>>(noted, 1, words); \
            ended(); \
            CUDA_CHECK(cudaMemcpy(cycles, noted, sizeof cycles, cudaMemcpyDeviceToHost)); \
            first[run] = (double)cycles[0], second[run] = (double)cycles[1]; \
        } \
        printf("%-26s %10.0f cycles   the second time %.0f%s\n", "straight_" #kib, \
               statistics_of(first, RUNS).median, statistics_of(second, RUNS).median, \
               cold ? ", nothing in L2" : ""); \
    } while (0)

static void cluster(int blocks)
{
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {(unsigned)blocks, 1, 1};
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(128), config.blockDim = dim3(384);
    config.dynamicSmemBytes = 200 << 10, config.attrs = &attribute, config.numAttrs = 1;
    CUDA_CHECK(cudaLaunchKernelEx(&config, nothing, (int *)NULL));
}

static void bench_starts(void)
{
    unsigned *words = (unsigned *)device_memory(4 * MIB);
    long long *noted = (long long *)device_memory(2 * sizeof *noted);
    void *much = device_memory(256 * MIB);
    CUDA_CHECK(cudaFuncSetAttribute((const void *)nothing,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
    for (int turn = 0; turn < 2; turn++) {
        cold = turn > 0;
        BENCH("launch", "132 blocks of 32 threads", (nothing<<<132, 32>>>(NULL)));
        BENCH("one_word", "each thread copies a word",
              (one_word<<<132, 32>>>(words, words + MIB / 2)));
        BENCH("launch_shared", "384 threads, 200 KiB shared",
              (nothing<<<128, 384, 200 << 10>>>(NULL)));
        BENCH("launch_cluster_2", "384 threads, 200 KiB shared", cluster(2));
        BENCH("launch_cluster_8", "384 threads, 200 KiB shared", cluster(8));
        BENCH_STRAIGHT(2);
        BENCH_STRAIGHT(8);
        BENCH_STRAIGHT(31);
    }
    cold = false;
    static const unsigned mib[] = {4, 16, 64, 256};
    for (int i = 0; i < 4; i++) {
        char how[40];
        snprintf(how, sizeof how, "%u MiB written, 264 x 512 threads", mib[i]);
        BENCH("fill", how, (fill<<<264, 512>>>((uint4 *)much, mib[i] << 16)));
    }
}

int main(int argc, char **argv)
{
    const struct machine machine = open_gpu("clock_ceilings", 9);
    print_gpu(&machine, argc > 1 ? argv[1] : "unknown");
    printf("# median of %d launches, 5 ms of rest before each\n\nMHz until so many us:     ", RUNS);
    for (int t = 0; t < TIMES; t++)
        printf(" %6.0f", until_us[t]);
    putchar('\n');
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    evicted = device_memory(EVICTED);
    struct clocked w = {};
    w.a = halves(TILES * (A_BYTES + B_BYTES) / 2), w.b = halves(MIB / 2);
    w.samples = (long long *)device_memory(SAMPLES * 2 * sizeof *w.samples);
    w.sums = (float *)device_memory(MIB);
    CUDA_CHECK(cudaFuncSetAttribute((const void *)clocked_wgmma,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED));
    // Cycles of a turn: 2 groups x 4 x 128; 4 warps x 16 x 7 (emu/timing/gpu_time.c).
    static const int pauses[] = {0, 250, 500, 1000}, blocks[] = {132, 66, 33};
    for (int i = 0; i < 3; i++)
        for (int p = 0; p < (i == 0 ? 4 : 1); p++) {
            w.pause = pauses[p];
            bench_clock("clock_wgmma", clocked_wgmma, 2 * WARPGROUP, blocks[i], w,
                        1024 + pauses[p]);
        }
    for (int i = 0; i < 3; i++)
        for (int p = 0; p < (i == 0 ? 4 : 1); p++) {
            w.pause = pauses[p] / 2;
            bench_clock("clock_mma", clocked_mma, MMA_WARPS * 32, blocks[i], w,
                        448 + pauses[p] / 2);
        }
    for (int p = 0; p < 2; p++) {
        w.pause = 10000 * p;
        bench_clock("clock_ffma", clocked_ffma, 1024, blocks[0], w, 512 + 10000 * p);
    }
    puts("\na launch after 5 ms of rest, by events; one warp on each SM");
    bench_starts();
    return 0;
}
