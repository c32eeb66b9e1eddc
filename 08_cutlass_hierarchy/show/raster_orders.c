// SPDX-License-Identifier: MIT
//
// The experiment --raster-order: blocks in five orders. For each order it computes what a wave of
// blocks needs of A and B, and from this what L2 must fetch, as if all blocks took equally long,
// one on each SM, one wave after the other. Then 5_rasterize runs in this order: the same bits, and
// on a GPU its time. (ncu counts what L2 really fetches; the lesson has the command.)
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/device/index.h"
#include "../../common/base/terminal.h"
#include "../../common/driver/driver.h"
#include "../../common/driver/gpu/random_on_device.h"
#include "../parts/raster_orders.h"
#include "experiments.h"
#include "raster_kernels.h"

enum { DEFAULT_REPS = 20, MOST_NUMBERED = 12 };
#define MOST_EMULATED 1e8 // multiply-adds of one product: a second

struct order {
    struct tile_place *places, *d_places;
    struct gemm gemm;
    double mb;      // of A and B for all waves, if each begins with an empty L2
    double mb_kept; // the part of mb that the previous wave needed, too
    double median_ms;
    enum raster_order order;
    int tiles_m, tiles_n, blocks, waves;
    int rows, cols; // of tiles, for the first wave
    bool same;      // as C in the first order
};

// ---- Computed ------------------------------------------------------------------------------------

// Marks the rows and columns of tiles that a wave touches with its number. Adds the bytes that it
// needs, and those that the previous wave had marked.
static void count_wave(struct order *o, int wave, int places, int k, int *row_mark, int *col_mark)
{
    const struct hier_shape s = hier_shape();
    const double row_mb = 2e-6 * k * s.bm, col_mb = 2e-6 * k * s.bn;
    int rows = 0, cols = 0;
    for (int b = wave * places; b < o->blocks && b < (wave + 1) * places; b++) {
        int *row = &row_mark[o->places[b].row], *col = &col_mark[o->places[b].col];
        rows += *row != wave + 1;
        cols += *col != wave + 1;
        o->mb_kept += (wave > 0 && *row == wave) * row_mb + (wave > 0 && *col == wave) * col_mb;
        *row = *col = wave + 1;
    }
    o->mb += rows * row_mb + cols * col_mb;
    if (wave == 0)
        o->rows = rows, o->cols = cols;
}

static bool compute(struct order *o, const struct gemm_problem *p, int panel, int places)
{
    o->places = malloc((size_t)o->blocks * sizeof *o->places);
    int *row_mark = calloc((size_t)o->tiles_m, sizeof *row_mark);
    int *col_mark = calloc((size_t)o->tiles_n, sizeof *col_mark);
    const bool enough = o->places && row_mark && col_mark;
    if (enough) {
        raster_order(o->order, panel, o->tiles_m, o->tiles_n, o->places);
        o->waves = ceil_div(o->blocks, places);
        for (int wave = 0; wave < o->waves; wave++)
            count_wave(o, wave, places, p->k, row_mark, col_mark);
    }
    free(row_mark);
    free(col_mark);
    return enough;
}

// ---- Run -----------------------------------------------------------------------------------------

static void launch(void *context)
{
    const struct order *o = context;
    hgemm_in_order(o->d_places, &o->gemm);
}

static void time_all(struct order *orders, int count, const struct setup *setup, double *samples,
                     int reps)
{
    struct contender contenders[RASTER_ORDERS];
    for (int i = 0; i < count; i++)
        contenders[i] = (struct contender){
            .launch = launch, .context = &orders[i], .ms = samples + (ptrdiff_t)i * reps};
    setup->gpu->time(contenders, count, reps, setup->cold);
    for (int i = 0; i < count; i++)
        orders[i].median_ms = statistics_of(contenders[i].ms, reps).median;
}

// The products of all orders, compared bit by bit. False without memory on the host.
static bool run_all(struct order *orders, int count, const struct gemm *g,
                    const struct setup *setup)
{
    const struct gpu_ops *gpu = setup->gpu;
    const int reps = setup->reps > 0 ? setup->reps : DEFAULT_REPS;
    struct matrix first = {0}, C = {0};
    double *samples = calloc(RASTER_ORDERS * (size_t)reps, sizeof *samples);
    const int n = g->problem.n;
    const bool enough = samples && matrix_alloc(&first, DTYPE_F32, g->problem.m, n, n) &&
                        matrix_alloc(&C, DTYPE_F32, g->problem.m, n, n);
    for (int i = 0; i < count && enough; i++) {
        struct order *o = &orders[i];
        const size_t bytes = (size_t)o->blocks * sizeof *o->places;
        struct matrix *result = i == 0 ? &first : &C;
        o->gemm = *g;
        o->d_places = gpu->alloc(bytes);
        gpu->copy_in(o->d_places, o->places, bytes);
        matrix_fill_bytes(result, 0xff); // NaN: an element that no block computes is seen
        gpu->copy_in(g->C, result->data, matrix_bytes(result));
        launch(o);
        gpu->copy_out(result->data, g->C, matrix_bytes(result));
        o->same = i == 0 || memcmp(first.data, C.data, matrix_bytes(&C)) == 0;
    }
    if (enough && !setup->machine.is_emulated)
        time_all(orders, count, setup, samples, reps);
    for (int i = 0; i < count; i++)
        if (orders[i].d_places)
            gpu->release(orders[i].d_places);
    matrix_free(&first);
    matrix_free(&C);
    free(samples);
    return enough;
}

// False on a GPU without cp.async, and for a large product on an emulated GPU.
static bool runs_here(const struct gemm_problem *p, const struct setup *setup)
{
    return machine_capability(&setup->machine) >= 80 &&
           (!setup->machine.is_emulated || (double)p->m * p->n * p->k <= MOST_EMULATED);
}

static bool run_product(struct order *orders, int count, const struct gemm_problem *p,
                        const struct setup *setup)
{
    void *d_A = random_on_device(setup->gpu, DTYPE_F16, p->m, p->k, 1);
    void *d_B = random_on_device(setup->gpu, DTYPE_F16, p->k, p->n, 2);
    void *d_C = random_on_device(setup->gpu, DTYPE_F32, p->m, p->n, 3);
    struct gemm gemm = {*p, d_A, d_B, d_C};
    gemm.problem.trans_a = gemm.problem.trans_b = false;
    gemm.problem.alpha = 1, gemm.problem.beta = 0;
    gemm.problem.lda = p->k, gemm.problem.ldb = gemm.problem.ldc = p->n;
    const bool enough = d_A && d_B && d_C && run_all(orders, count, &gemm, setup);
    setup->gpu->release(d_A);
    setup->gpu->release(d_B);
    setup->gpu->release(d_C);
    return enough;
}

// ---- Report --------------------------------------------------------------------------------------

// The number of each tile's block.
static void draw(const struct order *o)
{
    int number[MOST_NUMBERED * MOST_NUMBERED];
    if (o->tiles_m > MOST_NUMBERED || o->tiles_n > MOST_NUMBERED)
        return;
    for (int block = 0; block < o->blocks; block++)
        number[o->places[block].row * o->tiles_n + o->places[block].col] = block;
    printf("\n%s\n\n", raster_order_names[o->order]);
    for (int i = 0; i < o->blocks; i++)
        printf("%s%5d%s", i % o->tiles_n == 0 ? "    " : "", number[i],
               i % o->tiles_n == o->tiles_n - 1 ? "\n" : "");
}

static void print_table(const struct order *orders, int count, bool ran, const struct setup *setup)
{
    const bool timed = ran && !setup->machine.is_emulated;
    printf("\n%-15s  %-17s  %13s  %15s  %-6s%s\n", "order", "the first wave", "MB, each wave",
           "had by the wave", ran ? "C" : "", timed ? "  median ms" : "");
    printf("%-15s  %-17s  %13s  %15s\n", "", "needs, in tiles", "by itself", "before it");
    for (int i = 0; i < count; i++) {
        const struct order *o = &orders[i];
        char needs[40];
        snprintf(needs, sizeof needs, "%d of A, %d of B", o->rows, o->cols);
        printf("%-15s  %-17s  %13.1f  %15.1f  %-6s", raster_order_names[o->order], needs, o->mb,
               o->mb_kept,
               !ran      ? ""
               : o->same ? "same"
                         : "WRONG");
        if (timed)
            printf("  %9.4f", o->median_ms);
        printf("\n");
    }
}

// ---- The whole -----------------------------------------------------------------------------------

// The chosen orders, or all.
static int choose(const char *name, struct order orders[RASTER_ORDERS], struct failure *why)
{
    int count = 0;
    for (int i = 0; i < RASTER_ORDERS; i++)
        if (strcmp(name, "all") == 0 || strcmp(name, raster_order_names[i]) == 0)
            orders[count++] = (struct order){.order = (enum raster_order)i, .median_ms = NAN};
    if (count == 0)
        fail(why, "--raster-order %.100s: rows, columns, panels, back-and-forth, hilbert or all",
             name);
    return count;
}

static bool check(const struct gemm_problem *p, const struct setup *setup, struct failure *why)
{
    const struct hier_shape s = hier_shape();
    const double needed =
        2.0 * ((double)p->m * p->k + (double)p->k * p->n) + 4.0 * (double)p->m * p->n;
    if (p->m == 0 || p->n == 0)
        return fail(why, "--raster-order: C is empty; -m and -n must be at least 1");
    if (p->n % 8 != 0 || p->k % 8 != 0)
        return fail(why, "--raster-order: takes n and k that are multiples of 8; n is %d, k is %d",
                    p->n, p->k);
    if (setup->format != FORMAT_TABLE)
        return fail(why, "--raster-order: a table for people; leave out --format");
    if ((double)ceil_div(p->m, s.bm) * ceil_div(p->n, s.bn) > INT_MAX)
        return fail(why, "--raster-order: C has more tiles than a grid has blocks");
    if (runs_here(p, setup) && needed > (double)setup->gpu->free_memory())
        return fail(why, "--raster-order: needs %.0f MiB of GPU memory, %.0f MiB are free",
                    needed / (1 << 20), (double)setup->gpu->free_memory() / (1 << 20));
    return true;
}

static int report(struct order *orders, int count, const struct gemm_problem *p,
                  const struct setup *setup)
{
    const struct hier_shape s = hier_shape();
    const int tiles_m = ceil_div(p->m, s.bm), tiles_n = ceil_div(p->n, s.bn);
    const int places = raster_places(), panel = raster_panel(s.bm, s.bn, tiles_m, places);
    const bool runs = runs_here(p, setup);
    struct failure why;
    bool enough = true, right = true;
    for (int i = 0; i < count && enough; i++) {
        orders[i].tiles_m = tiles_m;
        orders[i].tiles_n = tiles_n;
        orders[i].blocks = tiles_m * tiles_n;
        enough = compute(&orders[i], p, panel, places);
    }
    if (!enough || (runs && !run_product(orders, count, p, setup))) {
        fail(&why, "--raster-order: no memory on the host");
        return complain(setup->chapter, &why, EXIT_WRONG);
    }
    terminal_line(stdout, "--raster-order: %s, %d blocks run together", setup->machine.name,
                  places);
    printf("C has %d x %d tiles of %d x %d, k = %d; panels have %d rows of tiles\n", tiles_m,
           tiles_n, s.bm, s.bn, p->k, panel);
    for (int i = 0; i < count; i++)
        draw(&orders[i]);
    print_table(orders, count, runs, setup);
    for (int i = 0; i < count; i++)
        right &= !runs || orders[i].same;
    return right ? EXIT_OK : EXIT_WRONG;
}

int hier_raster_orders(const struct gemm_problem *p, const struct setup *setup)
{
    struct failure why;
    struct order orders[RASTER_ORDERS];
    const int count = choose(setup->value, orders, &why);
    if (count == 0 || !check(p, setup, &why))
        return complain(setup->chapter, &why, EXIT_REQUEST);
    const int status = report(orders, count, p, setup);
    for (int i = 0; i < count; i++)
        free(orders[i].places);
    return status;
}
