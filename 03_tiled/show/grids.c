// SPDX-License-Identifier: MIT
//
// The experiment --grids: one product in many grids and orders of tiles. Every one must give the
// same C, to the last bit: which block computes a tile changes nothing in the tile.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/base/terminal.h"
#include "../../common/driver/driver.h"
#include "../../common/device/index.h"
#include "../../common/driver/gpu/random_on_device.h"
#include "share.h"
#include "../tiled.h"

enum { DEFAULT_REPS = 5, MAX_GRID_Y = 65535, MAX_WAYS = 9 };

struct outcome {
    struct way way;
    struct share share;
    double wave_mb;           // what the first turn of a wave needs of A and B
    bool same;                // as C of the first way
    double sectors;           // loaded, counted by the emulated GPU; NAN on a GPU
    double median_ms, tflops; // NAN on the emulated GPU
};

struct product {
    const struct gemm_problem *p;
    struct way way; // of the next launch
    int tile_rows, tile_cols;
    float *d_A, *d_B, *d_C;
};

// ---- The ways ------------------------------------------------------------------------------------

static int list_ways(const struct product *x, int sms, struct way ways[MAX_WAYS])
{
    const int rows = x->tile_rows, cols = x->tile_cols, tiles = rows * cols;
    const int wave = tiled_wave_blocks(tiles), panel = tiled_wave_panel();
    const struct way all[MAX_WAYS] = {
        {7, 19, 0, rows, cols},                                   // any grid
        {1, sms, 0, rows, cols},                                  // a block for each SM
        {TILED_GRID_X, TILED_GRID_Y, 0, rows, cols},              // the step's
        {cols, smaller(rows, MAX_GRID_Y), 0, rows, cols},         // a block for each tile
        {cols + 2, smaller(rows + 2, MAX_GRID_Y), 0, rows, cols}, // more blocks than tiles
        {wave, 1, 1, rows, cols},                                 // tiles row by row
        {wave, 1, panel, rows, cols},                             // the step's
        {wave, 1, rows, rows, cols},                              // column by column
        {tiles, 1, panel, rows, cols}, // a block for each tile, numbered in panels
    };
    memcpy(ways, all, sizeof all);
    return MAX_WAYS;
}

static double megabytes_of_wave(const struct product *x, const struct share *share)
{
    return 1e-6 * sizeof(float) * x->p->k *
           (smaller(share->wave_rows * TILED_BLOCK, x->p->m) +
            smaller(share->wave_cols * TILED_BLOCK, x->p->n));
}

// ---- Running -------------------------------------------------------------------------------------

static void launch(void *context)
{
    const struct product *x = context;
    const struct gemm_problem *p = x->p;
    const struct way *w = &x->way;
    if (w->panel > 0)
        tiled_wave_grid_in(w->grid_x, w->panel, p->m, p->n, p->k, 1, x->d_A, p->k, x->d_B, p->n, 0,
                           x->d_C, p->n);
    else
        tiled_tile_loop_in(w->grid_x, w->grid_y, p->m, p->n, p->k, 1, x->d_A, p->k, x->d_B, p->n, 0,
                           x->d_C, p->n);
}

// Into C; on the emulated GPU with the sectors that were loaded.
static void run_once(struct product *x, const struct gpu_ops *gpu, struct matrix *C,
                     struct outcome *r)
{
    const struct counting *counting = gpu->counting();
    matrix_fill_bytes(C, 0xff); // NaN: an element that no block computes is seen
    gpu->copy_in(x->d_C, C->data, matrix_bytes(C));
    if (counting)
        counting->begin();
    launch(x);
    gpu->wait();
    if (counting) {
        struct counts counts;
        counting->end(&counts);
        r->sectors = (double)counts.global_load_sectors;
    }
    gpu->copy_out(C->data, x->d_C, matrix_bytes(C));
}

static bool measure(struct product *x, const struct setup *setup, struct outcome *r)
{
    const int reps = setup->reps > 0 ? setup->reps : DEFAULT_REPS;
    double *samples = malloc(sizeof *samples * (size_t)reps);
    if (!samples)
        return false;
    struct contender contender = {.launch = launch, .context = x, .ms = samples};
    setup->gpu->time(&contender, 1, reps, setup->cold);
    r->median_ms = statistics_of(samples, reps).median;
    r->tflops = 2.0 * x->p->m * x->p->n * x->p->k / (1e9 * r->median_ms);
    free(samples);
    return true;
}

// ---- Reporting -----------------------------------------------------------------------------------

static const char *step_of(const struct way *w)
{
    return w->panel > 0 ? "2_wave_grid" : "1_tile_loop";
}

// The column that a narrow terminal leaves out: only with it a measured row is longer than 80.
static bool shows_waves(const struct setup *setup)
{
    enum { WHOLE_ROW = 88 };
    return setup->machine.is_emulated || terminal_columns(stdout) >= WHOLE_ROW;
}

static void print_head(const struct setup *setup, const struct product *x)
{
    const bool measured = !setup->machine.is_emulated;
    if (setup->format == FORMAT_CSV)
        puts("chapter,experiment,step,m,n,k,grid_x,grid_y,panel,fewest_tiles,most_tiles,"
             "computed_idle_share,computed_wave_mb,same,load_sectors,median_ms,tflops,machine,"
             "emulated");
    if (setup->format != FORMAT_TABLE)
        return;
    printf("--grids: %s, %d places\n", setup->machine.name, tiled_places());
    printf("C = A B, m = %d, n = %d, k = %d: %d x %d tiles\n\n", x->p->m, x->p->n, x->p->k,
           x->tile_rows, x->tile_cols);
    printf("%-11s  %5s  %10s  %12s  %6s", "step", "panel", "grid", "tiles/block", "idle");
    if (shows_waves(setup))
        printf("  %7s", "MB/wave");
    printf("  %-4s", "C");
    printf(measured ? "  %9s  %8s\n" : "  %11s\n", measured ? "median ms" : "sectors", "TFLOP/s");
}

static void print_row(const struct setup *setup, const struct outcome *r)
{
    char panel[20] = "-", grid[40], tiles[40];
    if (r->way.panel > 0)
        snprintf(panel, sizeof panel, "%d", r->way.panel);
    snprintf(grid, sizeof grid, "%d x %d", r->way.grid_x, r->way.grid_y);
    snprintf(tiles, sizeof tiles, "%d to %d", r->share.fewest, r->share.most);
    printf("%-11s  %5s  %10s  %12s  %5.1f%%", step_of(&r->way), panel, grid, tiles,
           100 * r->share.idle);
    if (shows_waves(setup))
        printf("  %7.3g", r->wave_mb);
    printf("  %-4s", r->same ? "same" : "WRONG");
    if (setup->machine.is_emulated)
        printf("  %11.0f\n", r->sectors);
    else
        printf("  %9.4f  %8.2f\n", r->median_ms, r->tflops);
}

static void print_line(const struct setup *setup, const struct product *x, const struct outcome *r)
{
    const bool json = setup->format == FORMAT_JSON;
    const struct figure figures[] = {
        {"m", x->p->m},
        {"n", x->p->n},
        {"k", x->p->k},
        {"grid_x", r->way.grid_x},
        {"grid_y", r->way.grid_y},
        {"panel", r->way.panel},
        {"fewest_tiles", r->share.fewest},
        {"most_tiles", r->share.most},
        {"computed_idle_share", r->share.idle},
        {"computed_wave_mb", r->wave_mb},
        {"same", r->same},
        {"load_sectors", r->sectors},
        {"median_ms", r->median_ms},
        {"tflops", r->tflops},
    };
    printf(json ? "{\"chapter\":\"%s\",\"experiment\":\"grids\",\"step\":\"%s\"" : "%s,grids,%s",
           setup->chapter->name, step_of(&r->way));
    print_figures(json, figures, sizeof figures / sizeof *figures, &setup->machine, stdout);
}

// ---- The whole -----------------------------------------------------------------------------------

static bool run_ways(struct product *x, const struct setup *setup, bool *same, struct failure *why)
{
    struct matrix first = {0}, C = {0};
    struct way ways[MAX_WAYS];
    const int count = list_ways(x, setup->machine.sm_count, ways), places = tiled_places();
    bool enough = matrix_alloc(&first, DTYPE_F32, x->p->m, x->p->n, x->p->n) &&
                  matrix_alloc(&C, DTYPE_F32, x->p->m, x->p->n, x->p->n);
    for (int i = 0; i < count && enough; i++) {
        struct outcome r = {.way = ways[i], .sectors = NAN, .median_ms = NAN, .tflops = NAN};
        x->way = ways[i];
        run_once(x, setup->gpu, i == 0 ? &first : &C, &r);
        r.same = i == 0 || memcmp(first.data, C.data, matrix_bytes(&C)) == 0;
        *same = *same && r.same;
        enough = share_of(&r.way, places, &r.share) &&
                 (setup->machine.is_emulated || measure(x, setup, &r));
        if (!enough)
            break;
        r.wave_mb = megabytes_of_wave(x, &r.share);
        if (setup->format == FORMAT_TABLE)
            print_row(setup, &r);
        else
            print_line(setup, x, &r);
    }
    matrix_free(&first);
    matrix_free(&C);
    return enough || fail(why, "--grids: no memory on the host");
}

static bool check(const struct gemm_problem *p, const struct setup *setup, struct failure *why)
{
    if (p->m == 0 || p->n == 0)
        return fail(why, "--grids: C is empty; -m and -n must be at least 1");
    const double needed =
        sizeof(float) * ((double)p->m * p->k + (double)p->k * p->n + (double)p->m * p->n) +
        2.0 * (double)setup->machine.l2_bytes;
    if (needed > (double)setup->gpu->free_memory())
        return fail(why, "--grids: needs %.0f MiB of GPU memory, %.0f MiB are free",
                    needed / (1 << 20), (double)setup->gpu->free_memory() / (1 << 20));
    return true;
}

int tiled_grids(const struct gemm_problem *p, const struct setup *setup)
{
    struct failure why;
    if (!check(p, setup, &why))
        return complain(setup->chapter, &why, EXIT_REQUEST);
    struct product x = {
        .p = p,
        .tile_rows = ceil_div(p->m, TILED_BLOCK),
        .tile_cols = ceil_div(p->n, TILED_BLOCK),
        .d_A = random_on_device(setup->gpu, DTYPE_F32, p->m, p->k, 1),
        .d_B = random_on_device(setup->gpu, DTYPE_F32, p->k, p->n, 2),
        .d_C = random_on_device(setup->gpu, DTYPE_F32, p->m, p->n, 3),
    };
    bool same = true, enough = x.d_A && x.d_B && x.d_C;
    if (!enough)
        fail(&why, "--grids: no memory on the host");
    if (enough) {
        print_head(setup, &x);
        enough = run_ways(&x, setup, &same, &why);
    }
    setup->gpu->release(x.d_A);
    setup->gpu->release(x.d_B);
    setup->gpu->release(x.d_C);
    if (!enough)
        return complain(setup->chapter, &why, EXIT_WRONG);
    if (same)
        return EXIT_OK;
    fail(&why, "--grids: two grids gave different results");
    return complain(setup->chapter, &why, EXIT_WRONG);
}
