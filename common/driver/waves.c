// SPDX-License-Identifier: MIT
#include "waves.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "../base/terminal.h"
#include "driver.h"
#include "gpu/random_on_device.h"

// Tiles, in eighths of a wave, and tiles on top.
static const struct {
    int eighths, extra;
} points[] = {{2, 0},  {4, 0},  {6, 0},  {8, 0},  {8, 1},  {10, 0}, {12, 0}, {14, 0},
              {16, 0}, {16, 1}, {20, 0}, {24, 0}, {24, 1}, {28, 0}, {32, 0}, {32, 1}};
enum { POINTS = sizeof points / sizeof *points, DEFAULT_REPS = 20 };

// NAN where nothing was measured.
struct measured {
    double median_ms, tflops, efficiency;
};

struct sweep_result {
    int tiles[POINTS];
    struct measured measured[POINTS][MAX_WAVE_GRIDS];
};

// ---- Measuring -----------------------------------------------------------------------------------

struct operands {
    sgemm_nn_fn *run;
    int rows, n, k, widest; // n changes from point to point; the matrices are as wide as the widest
    float *d_A, *d_B, *d_C;
};

static void launch(void *context)
{
    const struct operands *o = context;
    o->run(o->rows, o->n, o->k, 1, o->d_A, o->k, o->d_B, o->widest, 0, o->d_C, o->widest);
}

// One point: all grids in turn.
static void measure_point(const struct wave_sweep *sweep, const struct setup *setup,
                          const struct operands *operands, double *samples, int reps,
                          struct measured measured[])
{
    struct operands o[MAX_WAVE_GRIDS];
    struct contender contenders[MAX_WAVE_GRIDS];
    for (int g = 0; g < sweep->grid_count; g++) {
        o[g] = *operands;
        o[g].run = sweep->grids[g].run;
        contenders[g] = (struct contender){
            .launch = launch, .context = &o[g], .ms = samples + (ptrdiff_t)g * reps};
    }
    setup->gpu->time(contenders, sweep->grid_count, reps, setup->cold);
    for (int g = 0; g < sweep->grid_count; g++) {
        const double ms = statistics_of(contenders[g].ms, reps).median;
        measured[g].median_ms = ms;
        measured[g].tflops = 2.0 * operands->rows * operands->n * operands->k / (1e9 * ms);
    }
}

static void set_efficiencies(const struct wave_sweep *sweep, struct sweep_result *result)
{
    double best = 0;
    for (int i = 0; i < POINTS; i++)
        for (int g = 0; g < sweep->grid_count; g++)
            best = fmax(best, result->measured[i][g].tflops);
    for (int i = 0; i < POINTS; i++)
        for (int g = 0; g < sweep->grid_count; g++)
            result->measured[i][g].efficiency = result->measured[i][g].tflops / best;
}

static bool measure(const struct wave_sweep *sweep, const struct setup *setup, int k,
                    struct sweep_result *result, struct failure *why)
{
    const struct gpu_ops *gpu = setup->gpu;
    const int rows = sweep->rows, widest = sweep->cols * result->tiles[POINTS - 1];
    const int reps = setup->reps > 0 ? setup->reps : DEFAULT_REPS;
    const double needed = 4.0 * widest * (k + rows) + 2.0 * (double)setup->machine.l2_bytes;
    if (needed > (double)gpu->free_memory())
        return fail(why, "-k %d: --waves needs %.0f MiB of GPU memory, %.0f MiB are free", k,
                    needed / (1 << 20), (double)gpu->free_memory() / (1 << 20));
    double *samples = malloc(sizeof *samples * (size_t)reps * (size_t)sweep->grid_count);
    struct operands o = {
        .rows = rows,
        .k = k,
        .widest = widest,
        .d_A = random_on_device(gpu, DTYPE_F32, rows, k, 1),
        .d_B = random_on_device(gpu, DTYPE_F32, k, widest, 2),
        .d_C = random_on_device(gpu, DTYPE_F32, rows, widest, 3),
    };
    const bool enough = samples && o.d_A && o.d_B && o.d_C;
    for (int i = 0; i < POINTS && enough; i++) {
        o.n = sweep->cols * result->tiles[i];
        measure_point(sweep, setup, &o, samples, reps, result->measured[i]);
    }
    set_efficiencies(sweep, result);
    gpu->release(o.d_A);
    gpu->release(o.d_B);
    gpu->release(o.d_C);
    free(samples);
    return enough || fail(why, "-k %d: no memory on the host for --waves", k);
}

// ---- Reporting -----------------------------------------------------------------------------------

enum { BESIDE = 35, A_GRID = 40 }; // columns of a table: of the tiles, of each grid

// The rows, with the measured grids [first, end).
static void print_rows(const struct wave_sweep *sweep, const struct sweep_result *result, int first,
                       int end)
{
    if (sweep->grid_count > 1 && first < end) {
        printf("%*s", BESIDE, "");
        for (int g = first; g < end; g++)
            printf("  %*s", A_GRID - 2, sweep->grids[g].name);
        putchar('\n');
    }
    printf("%7ss  %6s  %17s", sweep->tile, "waves", "idle (computed)");
    for (int g = first; g < end; g++)
        printf("  %9s  %8s  %17s", "median ms", "TFLOP/s", "of the best here");
    putchar('\n');
    for (int i = 0; i < POINTS; i++) {
        const int tiles = result->tiles[i];
        printf("%8d  %6.2f  %16.1f%%", tiles, (double)tiles / sweep->places,
               100 * waves_idle_share(tiles, sweep->places));
        for (int g = first; g < end; g++) {
            const struct measured *m = &result->measured[i][g];
            printf("  %9.4f  %8.2f  %16.1f%%", m->median_ms, m->tflops, 100 * m->efficiency);
        }
        putchar('\n');
    }
}

// Grids that do not fit side by side have a table each.
static void print_table(const struct wave_sweep *sweep, const struct setup *setup, int k,
                        const struct sweep_result *result)
{
    const bool measured = !setup->machine.is_emulated;
    const int sms = setup->machine.sm_count, grids = measured ? sweep->grid_count : 0;
    const int fitting = (terminal_columns(stdout) - BESIDE) / A_GRID;
    const int at_once = fitting > 1 ? fitting : 1;
    terminal_line(stdout, "--waves: %s, %d SMs x %d blocks = %d places", setup->machine.name, sms,
                  sweep->places / sms, sweep->places);
    terminal_line(stdout, "C has %d rows and %d columns per %s, k = %d", sweep->rows, sweep->cols,
                  sweep->tile, k);
    for (int first = 0; first == 0 || first < grids; first += at_once) {
        putchar('\n');
        print_rows(sweep, result, first, first + at_once < grids ? first + at_once : grids);
    }
    if (measured)
        return;
    putchar('\n');
    terminal_line(stdout,
                  "Computed from the occupancy, not measured: idle = 1 - %ss / (waves x places).",
                  sweep->tile);
}

// One line for each point and grid.
struct line {
    const struct wave_grid *grid;
    int k, tiles, places;
    const struct measured *measured;
};

static void print_line(const struct wave_sweep *sweep, const struct setup *setup,
                       const struct line *line)
{
    const bool json = setup->format == FORMAT_JSON;
    char tiles[40];
    snprintf(tiles, sizeof tiles, "%ss", sweep->tile);
    const struct figure figures[] = {
        {"k", line->k},
        {tiles, line->tiles},
        {"places", line->places},
        {"waves", (double)line->tiles / line->places},
        {"computed_idle_share", waves_idle_share(line->tiles, line->places)},
        {"median_ms", line->measured->median_ms},
        {"tflops", line->measured->tflops},
        {"efficiency", line->measured->efficiency},
    };
    printf(json ? "{\"chapter\":\"%s\",\"experiment\":\"waves\"" : "%s,waves",
           setup->chapter->name);
    if (line->grid->name) {
        fputs(json ? ",\"grid\":" : ",", stdout);
        (json ? json_string : csv_string)(line->grid->name, stdout);
    }
    print_figures(json, figures, sizeof figures / sizeof *figures, &setup->machine, stdout);
}

static void print_lines(const struct wave_sweep *sweep, const struct setup *setup, int k,
                        const struct sweep_result *result)
{
    if (setup->format == FORMAT_CSV)
        printf("chapter,experiment%s,k,%ss,places,waves,computed_idle_share,median_ms,tflops,"
               "efficiency,machine,emulated\n",
               sweep->grids[0].name ? ",grid" : "", sweep->tile);
    for (int i = 0; i < POINTS; i++)
        for (int g = 0; g < sweep->grid_count; g++) {
            const struct line line = {&sweep->grids[g], k, result->tiles[i], sweep->places,
                                      &result->measured[i][g]};
            print_line(sweep, setup, &line);
        }
}

int waves_experiment(const struct wave_sweep *sweep, int k, const struct setup *setup)
{
    struct sweep_result result;
    for (int i = 0; i < POINTS; i++) {
        result.tiles[i] = points[i].eighths * sweep->places / 8 + points[i].extra;
        for (int g = 0; g < MAX_WAVE_GRIDS; g++)
            result.measured[i][g] = (struct measured){NAN, NAN, NAN};
    }
    struct failure why;
    if (!setup->machine.is_emulated && !measure(sweep, setup, k, &result, &why))
        return complain(setup->chapter, &why, EXIT_REQUEST);
    if (setup->format == FORMAT_TABLE)
        print_table(sweep, setup, k, &result);
    else
        print_lines(sweep, setup, k, &result);
    return EXIT_OK;
}
