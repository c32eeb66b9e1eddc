// SPDX-License-Identifier: MIT
//
// bench.h: how a ceiling is timed and printed.
#ifndef BENCH_CEILINGS_BENCH_H
#define BENCH_CEILINGS_BENCH_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/device/cuda_check.h"
#include "common/step/machine.h"
#include "common/base/timer.h"

enum { REPETITIONS = 21, WARM_UPS = 2, MOST_FIGURES = 256 };

struct figure {
    char name[64];
    const char *unit;
    double value, spread;
};

struct bench {
    struct machine machine;
    bool json;
    char about[1024]; // of every JSON line: GPU, driver, CUDA, date, commit
    double clock_hz;  // of the SMs while they computed; 0 until measured
    int wrong;        // results that were not as expected
    bool quiet;       // keep the figures instead of printing them
    struct figure figures[MOST_FIGURES];
    int figure_count;
};

// One launch; `work` is what it needs to know.
typedef void launch_fn(const void *work);

// Milliseconds of one launch, by CUDA events: the median of many, after warming up.
static struct statistics measure(launch_fn *launch, const void *work)
{
    double ms[REPETITIONS];
    cudaEvent_t start, stop;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    for (int i = -WARM_UPS; i < REPETITIONS; i++) {
        float elapsed;
        CUDA_CHECK(cudaEventRecord(start, 0));
        launch(work);
        CUDA_CHECK_LAUNCH();
        CUDA_CHECK(cudaEventRecord(stop, 0));
        CUDA_CHECK(cudaEventSynchronize(stop));
        CUDA_CHECK(cudaEventElapsedTime(&elapsed, start, stop));
        if (i >= 0)
            ms[i] = elapsed;
    }
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    return statistics_of(ms, REPETITIONS);
}

// One line: a figure, its unit, how much the samples spread, and how it was had.
static void print_figure(struct bench *b, const char *name, double value, const char *unit,
                         double spread, const char *how, ...) __attribute__((format(printf, 6, 7)));

static void print_figure(struct bench *b, const char *name, double value, const char *unit,
                         double spread, const char *how, ...)
{
    char text[256];
    va_list arguments;
    if (b->quiet) {
        if (b->figure_count < MOST_FIGURES) {
            struct figure *figure = &b->figures[b->figure_count++];
            snprintf(figure->name, sizeof figure->name, "%s", name);
            figure->unit = unit;
            figure->value = value;
            figure->spread = spread;
        }
        return;
    }
    va_start(arguments, how);
    vsnprintf(text, sizeof text, how, arguments);
    va_end(arguments);
    if (b->json)
        printf("{\"figure\": \"%s\", \"value\": %.6g, \"unit\": \"%s\", \"spread\": %.4f, "
               "\"samples\": %d, \"how\": \"%s\", %s}\n",
               name, value, unit, spread, REPETITIONS, text, b->about);
    else
        printf("%-24s %10.4g %-9s %5.1f%%  %s\n", name, value, unit, 100 * spread, text);
}

// A blank line and a title, in the table.
static void print_section(const struct bench *b, const char *title)
{
    if (!b->json && !b->quiet)
        printf("\n%s\n", title);
}

// A figure whose result is wrong is not reported.
static void expect(struct bench *b, bool right, const char *name)
{
    if (right)
        return;
    fflush(stdout);
    fprintf(stderr, "ceilings: %s: the kernel's result is wrong; its figure does not count\n",
            name);
    b->wrong++;
}

static void *device_memory(size_t bytes)
{
    void *p = NULL;
    CUDA_CHECK(cudaMalloc(&p, bytes));
    return p;
}

static void *host_memory(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p) {
        fprintf(stderr, "ceilings: out of memory (%zu bytes)\n", bytes);
        exit(1);
    }
    return p;
}

#endif
