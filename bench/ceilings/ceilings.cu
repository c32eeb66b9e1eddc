// SPDX-License-Identifier: MIT
//
// ceilings: the most that this GPU does, measured: multiply-adds, also of tensor cores, bytes from
// DRAM, L2 and shared memory, and how long one load takes. A kernel's roofline is made of these.
// Every result is checked; every figure is the median of many runs. Takes a few seconds.
#include <time.h>

#include "common/driver/request/options.h"

#include "bandwidth.h"
#include "bench.h"
#include "ffma.h"
#include "latency.h"
#include "mma.h"
#include "registers.h"
#include "shared.h"
#include "simt.h"
#include "wgmma.h"
#include "driver_version.h"

static void print_header(struct bench *b, const char *commit)
{
    char driver[64], date[32];
    int device = 0, version = 0, clock_khz = 0, memory_khz = 0, bus_bits = 0;
    time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    driver_version(driver, sizeof driver);
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaRuntimeGetVersion(&version));
    CUDA_CHECK(cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, device));
    CUDA_CHECK(cudaDeviceGetAttribute(&memory_khz, cudaDevAttrMemoryClockRate, device));
    CUDA_CHECK(cudaDeviceGetAttribute(&bus_bits, cudaDevAttrGlobalMemoryBusWidth, device));
    snprintf(b->about, sizeof b->about,
             "\"gpu\": \"%s\", \"driver\": \"%s\", \"cuda\": \"%d.%d\", \"sms\": %d, "
             "\"max_clock_mhz\": %d, \"memory_clock_mhz\": %d, \"bus_bits\": %d, "
             "\"l2_bytes\": %zu, \"date\": \"%s\", \"commit\": \"%s\"",
             b->machine.name, driver, version / 1000, version % 1000 / 10, b->machine.sm_count,
             clock_khz / 1000, memory_khz / 1000, bus_bits, b->machine.l2_bytes, date, commit);
    if (b->json)
        return;
    printf("# GPU: %s, %d SMs, compute capability %d.%d, L2 %.0f MiB\n", b->machine.name,
           b->machine.sm_count, b->machine.compute_capability / 10,
           b->machine.compute_capability % 10, (double)b->machine.l2_bytes / (1 << 20));
    printf("# driver: %s, CUDA: %d.%d\n", driver, version / 1000, version % 1000 / 10);
    printf("# clocks: SMs at most %d MHz, memory %d MHz on %d bits\n", clock_khz / 1000,
           memory_khz / 1000, bus_bits);
    printf("# date: %s, commit: %s\n", date, commit);
    printf("\n%-24s %10s %-9s %6s  %s\n", "figure", "median", "unit", "spread", "how");
}

int main(int argc, char **argv)
{
    static const char *const formats[] = {"table", "json", NULL};
    static const char *const sections[] = {"all",    "ffma",    "registers", "mma",   "dram", "l2",
                                           "shared", "latency", "simt",      "wgmma", NULL};
    int format = 0, only = 0;
    bool help = false;
    const char *commit = "unknown";
    const struct option options[] = {
        {"--format", "FORMAT", "table, or json: one object a line", OPTION_CHOICE, &format, 0, 0,
         formats},
        {"--only", "SECTION", "ffma, registers, mma, dram, l2, shared, latency, simt or wgmma",
         OPTION_CHOICE, &only, 0, 0, sections},
        {"--commit", "ID", "what to say in the header", OPTION_TEXT, &commit, 0, 0, NULL},
        {"--help", NULL, "this text", OPTION_SWITCH, &help, 0, 0, NULL},
    };
    enum { OPTIONS = sizeof options / sizeof *options };
    struct failure why;
    if (!options_parse(options, OPTIONS, argc, argv, &why)) {
        fprintf(stderr, "%s\n", why.text);
        return 2;
    }
    if (help) {
        options_print(options, OPTIONS, stdout);
        return 0;
    }
    struct bench b = {};
    b.json = format == 1;
    if (!machine_of_gpu(&b.machine, &why)) {
        fprintf(stderr, "ceilings: %s\n", why.text);
        return 1;
    }
    if (b.machine.is_emulated) {
        fprintf(stderr,
                "ceilings: the emulated GPU has no times, so it has no ceilings to measure; "
                "on a machine with a GPU: make GPU=cuda bench-ceilings\n");
        return 0;
    }
    print_header(&b, commit);
    static void (*const run[])(struct bench *) = {bench_ffma,    bench_registers, bench_mma,
                                                  bench_dram,    bench_l2,        bench_shared,
                                                  bench_latency, bench_simt,      bench_wgmma};
    b.quiet = only > 1; // the other benchmarks count in cycles of the clock that bench_ffma() finds
    if (b.quiet)
        bench_ffma(&b);
    b.quiet = false;
    for (int i = 0; i < (int)(sizeof run / sizeof *run); i++)
        if (only == 0 || only == i + 1)
            run[i](&b);
    return b.wrong ? 1 : 0;
}
