// SPDX-License-Identifier: MIT
//
// cpu_ceilings: the roofs of the roofline: how many multiply-adds this processor does when nothing
// limits it, and how fast each level of its memory delivers.
//
//     cpu_ceilings [FILE.csv]      about 20 seconds; also writes the table to FILE.csv
//
// Each figure is the best of several: a ceiling is what the machine can do undisturbed.
#define _DEFAULT_SOURCE // sysconf's names for caches
#include <unistd.h>

#include "../cpu/cpu_machine.h"

enum { ROUNDS = 5 };

static FILE *csv;

static void report(const char *what, int threads, double value, const char *unit)
{
    printf("%-44s %2d thread%s %10.1f %s\n", what, threads, threads == 1 ? " " : "s", value, unit);
    fflush(stdout);
    if (csv)
        fprintf(csv, "%s,%d,%.1f,%s\n", what, threads, value, unit);
}

static size_t cache_size(int name, size_t otherwise)
{
    long size = sysconf(name);
    return size > 0 ? (size_t)size : otherwise;
}

// Bytes per second, in GB/s, when each thread reads its own array of `bytes` over and over.
static double read_bandwidth(size_t bytes, int threads, double seconds)
{
    int bits = vector_bits();
    size_t count = bytes / sizeof(float) / 1024 * 1024;
    float *data = malloc(count * sizeof(float) * (size_t)threads + 64);
    if (!data)
        return 0;
    float *aligned = (float *)(((uintptr_t)data + 63) / 64 * 64);
    double best = 0;
    volatile float sink = 0;
#pragma omp parallel num_threads(threads) // each thread touches its own part first
    for (size_t i = 0, t = (size_t)omp_get_thread_num(); i < count; i++)
        aligned[t * count + i] = (float)(i % 7);
    long passes = 1;
    for (int round = 0; round < ROUNDS;) {
        double start = timer_seconds();
#pragma omp parallel num_threads(threads)
        {
            const float *mine = aligned + (size_t)omp_get_thread_num() * count;
            float sum = 0;
            for (long pass = 0; pass < passes; pass++)
                sum += read_all(bits, mine, count);
#pragma omp critical
            sink = sink + sum;
        }
        double elapsed = timer_seconds() - start;
        if (elapsed < seconds / ROUNDS && passes < 1L << 40) {
            passes *= 2;
            continue;
        }
        double speed = (double)passes * (double)(count * sizeof(float)) * threads / elapsed / 1e9;
        best = speed > best ? speed : best;
        round++;
    }
    free(data);
    return best;
}

int main(int argc, char **argv)
{
    if (argc > 1 && !(csv = fopen(argv[1], "w"))) {
        perror(argv[1]);
        return 1;
    }
    write_header(stdout, "cpu_ceilings");
    if (csv) {
        write_header(csv, "cpu_ceilings: best of several");
        fprintf(csv, "what,threads,value,unit\n");
    }
    size_t l1 = cache_size(_SC_LEVEL1_DCACHE_SIZE, 32 << 10);
    size_t l2 = cache_size(_SC_LEVEL2_CACHE_SIZE, 512 << 10);
    size_t l3 = cache_size(_SC_LEVEL3_CACHE_SIZE, 8 << 20);
    size_t most = machine_free_memory() / 4;
    report("L1 data cache of a core", 1, (double)l1 / 1024, "KiB");
    report("L2 cache of a core", 1, (double)l2 / 1024, "KiB");
    report("L3 cache in all", 1, (double)l3 / 1024, "KiB");

    int cores = omp_get_num_procs();
    for (int threads = 1; threads <= cores; threads = threads < cores ? cores : cores + 1) {
        for (int bits = vector_bits(); bits >= 256; bits /= 2) {
            double best = 0;
            for (int round = 0; round < ROUNDS; round++) {
                double peak = fma_peak(bits, threads, 0.1);
                best = peak > best ? peak : best;
            }
            report(bits == 512 ? "FMA peak with 512-bit vectors" : "FMA peak with 256-bit vectors",
                   threads, best, "GFLOP/s");
        }
        report("read from L1 (half of it)", threads, read_bandwidth(l1 / 2, threads, 0.5), "GB/s");
        report("read from L2 (half of it)", threads, read_bandwidth(l2 / 2, threads, 0.5), "GB/s");
        // Several times L2, and a small part of L3, which other machines may share.
        size_t in_l3 = 8 * l2 < l3 / 2 ? 8 * l2 : l3 / 2;
        report("read from L3 (8 x L2)", threads, read_bandwidth(in_l3, threads, 0.5), "GB/s");
        size_t in_memory = 3 * l3 < most / (size_t)threads ? 3 * l3 : most / (size_t)threads;
        report("read from memory (3 x L3)", threads, read_bandwidth(in_memory, threads, 0.5),
               "GB/s");
    }
    if (csv)
        fclose(csv);
    return 0;
}
