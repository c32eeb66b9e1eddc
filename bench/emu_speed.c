// SPDX-License-Identifier: MIT
//
// emu_speed: how fast the emulated GPU runs step 1 of 02_naive, one thread per element of C, with
// and without its checks and counters, on one core and on all of them, and in how much memory.
//
// Each setting runs in a process of its own, this program again with --one: the engine reads its
// environment when it starts, and the peak of resident memory is counted per process.
#define _DEFAULT_SOURCE // wait4
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "02_naive/naive.h"
#include "common/gpu.h"
#include "common/timer.h"

enum { SIZE = 256, REPETITIONS = 5 };

struct setting {
    const char *name;
    const char *check;    // EMU_CHECK, NULL: as it is without the variable
    const char *counters; // EMU_COUNTERS, likewise
};

static void set(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

// Median seconds of one product; negative where there is no emulated GPU.
static double seconds_per_product(void)
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
        const double begin = timer_seconds();
        naive_uncoalesced(SIZE, SIZE, SIZE, 1, d[0], SIZE, d[1], SIZE, 0, d[2], SIZE);
        gpu->wait();
        if (i >= 0)
            seconds[i] = timer_seconds() - begin;
    }
    for (int i = 0; i < 3; i++)
        gpu->release(d[i]);
    free(h_zeros);
    return statistics_of(seconds, REPETITIONS).median;
}

// One row of the table; returns multiply-adds per second, 0 where the child failed.
static double measure(const struct setting *setting, int cores)
{
    int channel[2];
    if (pipe(channel) != 0)
        return 0;
    const pid_t child = fork();
    if (child == 0) {
        char text[16];
        snprintf(text, sizeof text, "%d", cores);
        set("EMU_CHECK", setting->check);
        set("EMU_COUNTERS", setting->counters);
        set("EMU_CORES", text);
        dup2(channel[1], STDOUT_FILENO);
        execl("/proc/self/exe", "emu_speed", "--one", (char *)NULL);
        _exit(127);
    }
    double seconds = 0;
    close(channel[1]);
    const bool told = read(channel[0], &seconds, sizeof seconds) == sizeof seconds;
    close(channel[0]);
    int status = 1;
    struct rusage used;
    if (child < 0 || wait4(child, &status, 0, &used) != child || status != 0 || !told) {
        fprintf(stderr, "emu_speed: %s on %d cores failed\n", setting->name, cores);
        return 0;
    }
    const double rate = (double)SIZE * SIZE * SIZE / seconds;
    printf("%-18s %6d %10.1f %12.0f %10.0f %10ld\n", setting->name, cores, 1e3 * seconds,
           rate * 1e-6, rate * 1e-6 / cores, used.ru_maxrss / 1024);
    fflush(stdout);
    return rate;
}

// What the processes of their own do: writes the seconds, as bytes, to stdout. Leaves by _exit, so
// that no report of the counters mixes with the table.
static void run_one(void)
{
    const double seconds = seconds_per_product();
    _exit(seconds > 0 && write(STDOUT_FILENO, &seconds, sizeof seconds) == sizeof seconds ? 0 : 1);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--one") == 0)
        run_one();
    static const struct setting settings[] = {
        {"bounds only", "off", "0"},
        {"all checks", NULL, "0"},
        {"counters", "off", "1"},
    };
    const int all = (int)sysconf(_SC_NPROCESSORS_ONLN);
    printf("The emulated GPU, 02_naive at %d x %d x %d; M multiply-adds per second\n\n", SIZE, SIZE,
           SIZE);
    printf("%-18s %6s %10s %12s %10s %10s\n", "setting", "cores", "ms", "M/s", "M/s/core", "MiB");
    fflush(stdout);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        const double one = measure(&settings[i], 1);
        if (one == 0)
            return 1;
        if (all > 1) {
            const double many = measure(&settings[i], all);
            if (many == 0)
                return 1;
            printf("%-18s %.2f x from 1 core to %d\n", "", many / one, all);
        }
    }
    return 0;
}
