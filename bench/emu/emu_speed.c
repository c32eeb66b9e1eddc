// SPDX-License-Identifier: MIT
//
// emu_speed: how fast the emulated GPU runs step 1 of 02_naive, one thread per element of C, and
// mma.sync, with and without its checks and counters, on one core and on all of them, and in how
// much memory.
//
// Each setting runs in its own process, this program again with --one: the engine reads its
// environment when it starts, and the peak of resident memory is counted per process.
//
//     emu_speed --against OTHER    compared with the emu_speed of another commit, in turns, on one
//     core, by
//                                  the seconds of the processor: a busy computer changes little
#define _DEFAULT_SOURCE // wait4
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "02_naive/naive.h"
#include "bench/emu/emu_speed.h"
#include "common/driver/gpu/gpu.h"
#include "common/base/timer.h"

enum { SIZE = 256, MMA_BLOCKS = 32, MMA_ROUNDS = 64, REPETITIONS = 5 };

struct work {
    const char *name;
    double products;
    void (*run)(float *const d[3]); // matrices of SIZE x SIZE
};

static void run_naive(float *const d[3])
{
    naive_uncoalesced(SIZE, SIZE, SIZE, 1, d[0], SIZE, d[1], SIZE, 0, d[2], SIZE);
}

static void run_mma(float *const d[3]) { emu_speed_mma(MMA_BLOCKS, MMA_ROUNDS, d[2]); }

enum { MMA_WARPS = MMA_BLOCKS * MMA_THREADS / 32 };
static const struct work works[] = {
    {"02_naive", (double)SIZE *SIZE *SIZE, run_naive},
    {"mma.sync", (double)MMA_WARPS *MMA_ROUNDS *MMA_PRODUCTS, run_mma},
};
enum { WORKS = sizeof works / sizeof *works };
_Static_assert(4 * MMA_BLOCKS * MMA_THREADS <= SIZE * SIZE, "the sums of mma.sync fit a matrix");

struct setting {
    const char *name;
    const char *check;    // EMU_CHECK, NULL: not set
    const char *counters; // EMU_COUNTERS, NULL: not set
};

static const struct setting settings[] = {
    {"bounds only", "off", "0"},
    {"all checks", "on", "0"},
    {"counters", "off", "1"},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

static void set(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

// Median seconds of one run; negative if there is no emulated GPU.
static double seconds_of(const struct work *work)
{
    struct machine machine;
    struct failure why;
    const struct gpu_ops *gpu = gpu_ops();
    if (!gpu->open(&machine, &why) || !machine.is_emulated)
        return -1;
    const size_t bytes = (size_t)SIZE * SIZE * sizeof(float);
    float *h_zeros = calloc(1, bytes);
    if (!h_zeros)
        return -1;
    float *d[3];
    for (int i = 0; i < 3; i++) {
        d[i] = gpu->alloc(bytes);
        gpu->copy_in(d[i], h_zeros, bytes);
    }
    double seconds[REPETITIONS];
    for (int i = -1; i < REPETITIONS; i++) { // the first one warms up
        const float another =
            (float)i; // on the same memory it does not have to run (engine/run/repeat.c)
        gpu->copy_in(d[0], &another, sizeof another);
        const double begin = timer_seconds();
        work->run(d);
        gpu->wait();
        if (i >= 0)
            seconds[i] = timer_seconds() - begin;
    }
    for (int i = 0; i < 3; i++)
        gpu->release(d[i]);
    free(h_zeros);
    return statistics_of(seconds, REPETITIONS).median;
}

// What a child does: one setting of `program`, this one or that of another commit.
static void run_other(const char *program, const struct work *work, const struct setting *setting,
                      int cores, int out)
{
    char text[16];
    snprintf(text, sizeof text, "%d", cores);
    set("EMU_CHECK", setting->check);
    set("EMU_COUNTERS", setting->counters);
    set("EMU_CORES", text);
    dup2(out, STDOUT_FILENO);
    execl(program, "emu_speed", "--one", work->name, (char *)NULL);
    _exit(127);
}

// One row of the table; returns multiply-adds per second, 0 where the child failed.
static double measure(const struct work *work, const struct setting *setting, int cores)
{
    int channel[2];
    if (pipe(channel) != 0)
        return 0;
    const pid_t child = fork();
    if (child == 0)
        run_other("/proc/self/exe", work, setting, cores, channel[1]);
    double seconds = 0;
    close(channel[1]);
    const bool told = read(channel[0], &seconds, sizeof seconds) == sizeof seconds;
    close(channel[0]);
    int status = 1;
    struct rusage used;
    if (child < 0 || wait4(child, &status, 0, &used) != child || status != 0 || !told) {
        fprintf(stderr, "emu_speed: %s, %s on %d cores failed\n", work->name, setting->name, cores);
        return 0;
    }
    const double rate = work->products / seconds;
    printf("%-10s %-18s %6d %10.1f %12.0f %10.0f %10ld\n", work->name, setting->name, cores,
           1e3 * seconds, rate * 1e-6, rate * 1e-6 / cores, used.ru_maxrss / 1024);
    fflush(stdout);
    return rate;
}

// What the separate processes do: writes the seconds, as bytes, to stdout. Leaves by _exit, so
// that no report of the counters mixes with the table.
static void run_one(const char *name)
{
    const struct work *work = works;
    while (work < works + WORKS && strcmp(work->name, name) != 0)
        work++;
    const double seconds = work < works + WORKS ? seconds_of(work) : -1;
    _exit(seconds > 0 && write(STDOUT_FILENO, &seconds, sizeof seconds) == sizeof seconds ? 0 : 1);
}

static bool measure_all(const struct work *work)
{
    const int all = (int)sysconf(_SC_NPROCESSORS_ONLN);
    for (int i = 0; i < SETTINGS; i++) {
        const double one = measure(work, &settings[i], 1);
        const double many = all > 1 ? measure(work, &settings[i], all) : one;
        if (one == 0 || many == 0)
            return false;
        if (all > 1)
            printf("%-29s %.2f x from 1 core to %d\n", "", many / one, all);
    }
    return true;
}

// ---- Compared with another commit ---------------------------------------------------------------

// Seconds of the processor of one process; negative where it failed.
static double processor_seconds(const char *program, const struct work *work,
                                const struct setting *setting)
{
    const pid_t child = fork();
    if (child == 0)
        run_other(program, work, setting, 1, open("/dev/null", O_WRONLY));
    int status = 1;
    struct rusage used;
    if (child < 0 || wait4(child, &status, 0, &used) != child || status != 0)
        return -1;
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static bool compare(const struct work *work, const struct setting *setting, const char *other)
{
    double ours[REPETITIONS], theirs[REPETITIONS];
    for (int i = 0; i < REPETITIONS; i++) {
        theirs[i] = processor_seconds(other, work, setting);
        ours[i] = processor_seconds("/proc/self/exe", work, setting);
        if (ours[i] < 0 || theirs[i] < 0) {
            fprintf(stderr, "emu_speed: %s, %s failed in %s\n", work->name, setting->name,
                    theirs[i] < 0 ? other : "this program");
            return false;
        }
    }
    const double runs = (REPETITIONS + 1) * work->products * 1e-6;
    const double now = runs / statistics_of(ours, REPETITIONS).median,
                 before = runs / statistics_of(theirs, REPETITIONS).median;
    printf("%-10s %-18s %12.0f %12.0f %10.2f\n", work->name, setting->name, before, now,
           now / before);
    fflush(stdout);
    return true;
}

static int compare_all(const char *other)
{
    printf("M multiply-adds per second of the processor, one core, start included; the other "
           "is\n%s\n\n"
           "%-29s %12s %12s %10s\n",
           other, "", "other", "this", "ratio");
    fflush(stdout);
    for (int i = 0; i < WORKS; i++)
        for (int k = 0; k < SETTINGS; k++)
            if (!compare(&works[i], &settings[k], other))
                return 1;
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "--one") == 0)
        run_one(argv[2]);
    if (argc > 2 && strcmp(argv[1], "--against") == 0)
        return compare_all(argv[2]);
    printf("The emulated GPU: 02_naive at %d x %d x %d, and mma.m16n8k16 of f16 with sums in f32;\n"
           "M multiply-adds per second\n\n",
           SIZE, SIZE, SIZE);
    printf("%-10s %-18s %6s %10s %12s %10s %10s\n", "", "setting", "cores", "ms", "M/s", "M/s/core",
           "MiB");
    fflush(stdout);
    for (int i = 0; i < WORKS; i++)
        if (!measure_all(&works[i]))
            return 1;
    return 0;
}
