// SPDX-License-Identifier: MIT
//
// The experiment --waves: the same work per block, in grids from a quarter of a wave to four waves.
//
// C has one row of blocks (m = 16), so its width sets their number: n = 16 x blocks. On a GPU each
// size is run and timed; the emulated GPU has no times, so there the table holds the formula alone.
#include "../common/waves.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../common/driver.h"
#include "../common/matrix.h"
#include "naive.h"

// Blocks in the grid, in eighths of a wave, and blocks on top.
static const struct {
    int eighths, extra;
} sweep[] = {{2, 0},  {4, 0},  {6, 0},  {8, 0},  {8, 1},  {10, 0}, {12, 0}, {14, 0},
             {16, 0}, {16, 1}, {20, 0}, {24, 0}, {24, 1}, {28, 0}, {32, 0}, {32, 1}};
enum { POINTS = sizeof sweep / sizeof *sweep, DEFAULT_REPS = 20 };

struct point {
    int blocks;
    double median_ms, tflops, efficiency; // NAN where nothing was measured
};

// ---- Measuring -----------------------------------------------------------------------------------

struct operands {
    int n, k, widest; // n changes from point to point; the matrices are as wide as the widest
    float *d_A, *d_B, *d_C;
};

static void launch(void *context)
{
    const struct operands *o = context;
    naive_coalesced(NAIVE_BLOCK, o->n, o->k, 1, o->d_A, o->k, o->d_B, o->widest, 0, o->d_C,
                    o->widest);
}

static float *random_on_device(const struct gpu_ops *gpu, int rows, int cols)
{
    struct matrix M;
    if (!matrix_alloc(&M, DTYPE_F32, rows, cols, cols))
        return NULL;
    matrix_fill_random(&M, 1);
    float *device = (float *)gpu->alloc(matrix_bytes(&M));
    gpu->copy_in(device, M.data, matrix_bytes(&M));
    matrix_free(&M);
    return device;
}

static bool measure(const struct setup *setup, int k, struct point *points, struct failure *why)
{
    const struct gpu_ops *gpu = setup->gpu;
    struct operands o = {.k = k, .widest = NAIVE_BLOCK * points[POINTS - 1].blocks};
    const int reps = setup->reps > 0 ? setup->reps : DEFAULT_REPS;
    const double needed =
        4.0 * o.widest * (k + NAIVE_BLOCK) + 2.0 * (double)setup->machine.l2_bytes;
    if (needed > (double)gpu->free_memory())
        return fail(why, "-k %d: --waves needs %.0f MiB of GPU memory, %.0f MiB are free", k,
                    needed / (1 << 20), (double)gpu->free_memory() / (1 << 20));
    double *samples = malloc(sizeof *samples * (size_t)reps);
    if (!samples)
        return fail(why, "no memory for %d samples", reps);
    o.d_A = random_on_device(gpu, NAIVE_BLOCK, k);
    o.d_B = random_on_device(gpu, k, o.widest);
    o.d_C = random_on_device(gpu, NAIVE_BLOCK, o.widest);

    double best = 0;
    for (int i = 0; i < POINTS; i++) {
        o.n = NAIVE_BLOCK * points[i].blocks;
        struct contender contender = {.launch = launch, .context = &o, .ms = samples};
        gpu->time(&contender, 1, reps, setup->cold);
        points[i].median_ms = statistics_of(samples, reps).median;
        points[i].tflops = 2.0 * NAIVE_BLOCK * o.n * k / (1e9 * points[i].median_ms);
        best = fmax(best, points[i].tflops);
    }
    for (int i = 0; i < POINTS; i++)
        points[i].efficiency = points[i].tflops / best;
    gpu->release(o.d_A);
    gpu->release(o.d_B);
    gpu->release(o.d_C);
    free(samples);
    return true;
}

// ---- Reporting -----------------------------------------------------------------------------------

static void print_table(const struct setup *setup, int k, int slots, const struct point *points)
{
    const bool measured = !setup->machine.is_emulated;
    printf("--waves: %s, %d SMs x %d blocks = %d places\n", setup->machine.name,
           setup->machine.sm_count, slots / setup->machine.sm_count, slots);
    printf("C has 16 rows and 16 columns per block, k = %d\n\n", k);
    printf("%8s  %6s  %17s", "blocks", "waves", "idle (computed)");
    printf(measured ? "  %9s  %8s  %17s\n" : "\n", "median ms", "TFLOP/s", "of the best here");
    for (int i = 0; i < POINTS; i++) {
        const struct point *p = &points[i];
        printf("%8d  %6.2f  %16.1f%%", p->blocks, (double)p->blocks / slots,
               100 * waves_idle_share(p->blocks, slots));
        if (measured)
            printf("  %9.4f  %8.2f  %16.1f%%", p->median_ms, p->tflops, 100 * p->efficiency);
        putchar('\n');
    }
    if (!measured)
        puts("\nComputed from the occupancy, not measured: idle = 1 - blocks / (waves x places).");
}

static void print_json(const struct setup *setup, int k, int slots, const struct point *p)
{
    printf("{\"chapter\":\"%s\",\"experiment\":\"waves\",\"k\":%d,\"blocks\":%d,\"places\":%d",
           setup->chapter->name, k, p->blocks, slots);
    const struct {
        const char *name;
        double value;
    } fields[] = {{"waves", (double)p->blocks / slots},
                  {"computed_idle_share", waves_idle_share(p->blocks, slots)},
                  {"median_ms", p->median_ms},
                  {"tflops", p->tflops},
                  {"efficiency", p->efficiency}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        printf(",\"%s\":", fields[i].name);
        json_number(fields[i].value, stdout);
    }
    printf(",\"machine\":");
    json_string(setup->machine.name, stdout);
    printf(",\"emulated\":%s}\n", setup->machine.is_emulated ? "true" : "false");
}

static void print_csv(const struct setup *setup, int k, int slots, const struct point *p)
{
    const double columns[] = {(double)p->blocks / slots, waves_idle_share(p->blocks, slots),
                              p->median_ms, p->tflops, p->efficiency};
    printf("%s,waves,%d,%d,%d", setup->chapter->name, k, p->blocks, slots);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        putchar(',');
        csv_number(columns[i], stdout);
    }
    putchar(',');
    csv_string(setup->machine.name, stdout);
    printf(",%d\n", setup->machine.is_emulated);
}

int naive_waves(const struct gemm_problem *p, const struct setup *setup)
{
    const int slots = setup->machine.sm_count * naive_blocks_per_sm();
    struct point points[POINTS];
    for (int i = 0; i < POINTS; i++)
        points[i] = (struct point){sweep[i].eighths * slots / 8 + sweep[i].extra, NAN, NAN, NAN};

    struct failure why;
    if (!setup->machine.is_emulated && !measure(setup, p->k, points, &why))
        return complain(setup->chapter, &why, EXIT_REQUEST);

    if (setup->format == FORMAT_TABLE)
        print_table(setup, p->k, slots, points);
    if (setup->format == FORMAT_CSV)
        puts("chapter,experiment,k,blocks,places,waves,computed_idle_share,median_ms,tflops,"
             "efficiency,machine,emulated");
    for (int i = 0; i < POINTS; i++) {
        if (setup->format == FORMAT_JSON)
            print_json(setup, p->k, slots, &points[i]);
        if (setup->format == FORMAT_CSV)
            print_csv(setup, p->k, slots, &points[i]);
    }
    return EXIT_OK;
}
