// SPDX-License-Identifier: MIT
//
// test_tiled.c: chapter 03: any grid computes any matrix, in any order of its tiles.
#include <criterion/criterion.h>
#include <stdbool.h>

#include "../../03_tiled/parts/order.h"
#include "../../03_tiled/show/share.h"
#include "../../03_tiled/tiled.h"
#include "../support/cli.h"
#include "trial.h"

// m, n, k: one tile and less, edges of one element, many tiles, empty.
static const int shapes[][3] = {
    {1, 1, 1},   {16, 16, 16}, {17, 33, 5}, {33, 17, 5}, {100, 130, 7},
    {1, 200, 3}, {200, 1, 3},  {5, 5, 0},   {0, 20, 4},  {20, 0, 4},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

// ---- Grids ---------------------------------------------------------------------------------------

// Steps take no grid: it is written here.
static int grid_x, grid_y, panel;

static void in_grid(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                    int ldb, float beta, float *C, int ldc)
{
    tiled_tile_loop_in(grid_x, grid_y, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

static void in_panels(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    tiled_wave_grid_in(grid_x, panel, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

static struct step step_with(sgemm_nn_fn *run, const char *name)
{
    return (struct step){
        .name = name,
        .place = STEP_ON_GPU,
        .type_ab = DTYPE_F32,
        .type_c = DTYPE_F32,
        .run.sgemm_nn = run,
    };
}

static void run_shapes(const struct step *step)
{
    for (int s = 0; s < SHAPES; s++)
        for (int scaled = 0; scaled < 2; scaled++) {
            struct trial t;
            trial_make(&t, step, shapes[s][0], shapes[s][1], shapes[s][2], scaled ? -0.5 : 1,
                       scaled ? 2 : 0, scaled ? 3 : 0);
            trial_check(&t);
            trial_free(&t);
        }
}

Test(tiled, any_grid_computes_any_matrix)
{
    const int grids[][2] = {
        {1, 1}, {1, 7}, {3, 2}, {5, 1}, {40, 3}, {2, 60}, {TILED_GRID_X, TILED_GRID_Y}};
    const struct step step = step_with(in_grid, "1_tile_loop in a grid");
    trial_open_machine(&step);
    for (size_t g = 0; g < sizeof grids / sizeof *grids; g++) {
        grid_x = grids[g][0];
        grid_y = grids[g][1];
        run_shapes(&step);
    }
}

Test(tiled, any_number_of_blocks_in_any_panels)
{
    const int blocks[] = {1, 2, 7, 100}, panels[] = {1, 2, 3, 32, 1000000};
    const struct step step = step_with(in_panels, "2_wave_grid in panels");
    trial_open_machine(&step);
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++)
        for (size_t p = 0; p < sizeof panels / sizeof *panels; p++) {
            grid_x = blocks[b];
            panel = panels[p];
            run_shapes(&step);
        }
}

// Loads and stores follow from the shape alone; blocks are those of the grid.
Test(tiled, counters_do_not_depend_on_the_grid)
{
    const struct step step = step_with(in_grid, "1_tile_loop in a grid");
    trial_open_machine(&step);
    const struct counting *counting = gpu_ops()->counting();
    if (!counting)
        cr_skip_test("a real GPU counts for Nsight Compute only");
    const struct gemm_problem p = {
        .m = 37, .n = 41, .k = 9, .alpha = 1, .beta = 1, .lda = 9, .ldb = 41, .ldc = 41};
    const int grids[][2] = {{1, 1}, {2, 2}, {3, 3}, {7, 5}};
    float *d_A = gpu_ops()->alloc(sizeof(float) * 37 * 9);
    float *d_B = gpu_ops()->alloc(sizeof(float) * 9 * 41);
    float *d_C = gpu_ops()->alloc(sizeof(float) * 37 * 41);
    static const float zeros[37 * 41];
    gpu_ops()->copy_in(d_A, zeros, sizeof(float) * 37 * 9);
    gpu_ops()->copy_in(d_B, zeros, sizeof(float) * 9 * 41);
    gpu_ops()->copy_in(d_C, zeros, sizeof(float) * 37 * 41);
    for (size_t g = 0; g < sizeof grids / sizeof *grids; g++) {
        grid_x = grids[g][0];
        grid_y = grids[g][1];
        struct counts counted, expected = tiled_predict_tile_loop(&p);
        expected.blocks = (long long)grid_x * grid_y;
        expected.warps = expected.blocks * 8;
        expected.threads = expected.blocks * 256;
        counting->begin();
        in_grid(p.m, p.n, p.k, 1, d_A, p.lda, d_B, p.ldb, 1, d_C, p.ldc);
        gpu_ops()->wait();
        counting->end(&counted);
        for (int i = 0; i < counts_number(); i++)
            cr_expect(counts_get(&counted, i) == counts_get(&expected, i),
                      "grid %d x %d: %s: counted %lld, expected %lld", grid_x, grid_y,
                      counts_name(i), counts_get(&counted, i), counts_get(&expected, i));
    }
    gpu_ops()->release(d_A);
    gpu_ops()->release(d_B);
    gpu_ops()->release(d_C);
}

// ---- The grid of a wave --------------------------------------------------------------------------

Test(tiled, places_are_whole_sms)
{
    const struct step step = step_with(tiled_wave_grid, "2_wave_grid");
    trial_open_machine(&step);
    struct machine machine;
    struct failure why;
    cr_assert(machine_of_gpu(&machine, &why));
    const int places = tiled_places();
    cr_expect(places > 0 && places % machine.sm_count == 0, "%d", places);
    cr_expect(places <= machine.sm_count * (machine.max_threads_per_sm / 256));
    cr_expect(tiled_places() == places);
    cr_expect(tiled_wave_blocks(places - 1) == places - 1);
    cr_expect(tiled_wave_blocks(places + 1) == places);
    const int high = tiled_wave_panel();
    cr_expect(high * high <= places && (high + 1) * (high + 1) > places, "%d", high);
}

// Every tile once, and the way back leads back.
Test(tiled, panels_hold_every_tile_once)
{
    enum { MOST = 13 };
    for (int rows = 1; rows <= MOST; rows++)
        for (int cols = 1; cols <= MOST; cols++)
            for (int high = 1; high <= MOST + 1; high++) {
                bool seen[MOST][MOST] = {{false}};
                for (int number = 0; number < rows * cols; number++) {
                    const struct tile t = tile_in_panels(number, high, rows, cols);
                    cr_assert(t.row >= 0 && t.row < rows && t.col >= 0 && t.col < cols);
                    cr_assert(!seen[t.row][t.col]);
                    seen[t.row][t.col] = true;
                    cr_assert(number_in_panels(t, high, rows, cols) == number);
                }
            }
}

Test(tiled, panels_as_drawn)
{
    const int drawn[4][3] = {{0, 2, 4}, {1, 3, 5}, {6, 8, 10}, {7, 9, 11}};
    for (int row = 0; row < 4; row++)
        for (int col = 0; col < 3; col++) {
            const struct tile t = {row, col};
            cr_expect(number_in_panels(t, 2, 4, 3) == drawn[row][col]);
        }
}

// The last tiles of the largest C that the numbers reach.
Test(tiled, panels_of_a_large_c)
{
    const int rows = 40000, cols = 50000;
    const int numbers[] = {0, 1, 1999999999, 1999999998, 1000000007};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        for (int high = 1; high < 100000; high = high * 3 + 1) {
            const struct tile t = tile_in_panels(numbers[i], high, rows, cols);
            cr_expect(number_in_panels(t, high, rows, cols) == numbers[i]);
        }
}

// ---- Shares --------------------------------------------------------------------------------------

// The figures that the lesson derives by hand, for 4096 x 4096 on 1056 places; and a flat C.
Test(tiled, shares_as_derived_by_hand)
{
    const struct {
        struct way way;
        int places, fewest, most, turns, wave_rows, wave_cols;
    } facts[] = {
        {{8, 132, 0, 256, 256}, 1056, 32, 64, 64, 132, 8},
        {{256, 256, 0, 256, 256}, 1056, 1, 1, 63, 5, 256},
        {{1056, 1, 1, 256, 256}, 1056, 62, 63, 63, 5, 256},
        {{1056, 1, 32, 256, 256}, 1056, 62, 63, 63, 32, 33},
        {{65536, 1, 32, 256, 256}, 1056, 1, 1, 63, 32, 33},
        {{1, 1, 0, 3, 5}, 4, 15, 15, 15, 1, 1},
        {{34, 7, 0, 5, 32}, 160, 0, 1, 1, 5, 32}, // blocks without a tile take no place
        {{8, 132, 0, 1, 256}, 160, 0, 32, 32, 1, 8},
        {{160, 1, 12, 1, 256}, 160, 1, 2, 2, 1, 160},
        {{1056, 1, 1, 128, 2048}, 1056, 248, 249, 249, 1, 1056},
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        struct share s;
        cr_assert(share_of(&facts[i].way, facts[i].places, &s));
        cr_expect(s.fewest == facts[i].fewest && s.most == facts[i].most, "%zu: %d to %d", i,
                  s.fewest, s.most);
        cr_expect((int)s.turns == facts[i].turns, "%zu: %g turns", i, s.turns);
        cr_expect(s.wave_rows == facts[i].wave_rows && s.wave_cols == facts[i].wave_cols,
                  "%zu: %d rows, %d columns", i, s.wave_rows, s.wave_cols);
    }
}

// Every tile is somebody's.
Test(tiled, shares_add_up)
{
    for (int rows = 1; rows < 20; rows += 3)
        for (int cols = 1; cols < 20; cols += 4)
            for (int x = 1; x < 9; x += 2)
                for (int y = 1; y < 6; y++) {
                    const struct way grid = {x, y, 0, rows, cols}, line = {x * y, 1, 3, rows, cols};
                    int in_grid_sum = 0, in_line_sum = 0;
                    for (int block = 0; block < x * y; block++) {
                        in_grid_sum += tiles_of_block(&grid, block);
                        in_line_sum += tiles_of_block(&line, block);
                    }
                    cr_assert(in_grid_sum == rows * cols && in_line_sum == rows * cols);
                }
}

// ---- The command line ----------------------------------------------------------------------------

Test(tiled, waves)
{
    accepted_with("03_tiled", "--waves -k 16 --reps 1", "tiles   waves    idle (computed)");
    struct run run = accepted("03_tiled", "--waves -k 16 --reps 1 --format json");
    cr_expect(has(run.out, "\"grid\":\"a block for each tile\"") && has(run.out, "\"tiles\":"));
    cr_expect(count_lines(run.out) == 32);
    run_free(&run);
    run = accepted("03_tiled", "--waves -k 16 --reps 1 --format csv");
    cr_expect(count_lines(run.out) == 33 && has(run.out, ",one wave of blocks,16,"));
    run_free(&run);
}

Test(tiled, grids)
{
    struct run run = accepted("03_tiled", "--grids -m 70 -n 50 -k 3 --reps 1");
    cr_expect(has(run.out, "2_wave_grid") && has(run.out, " same ") && !has(run.out, "WRONG"));
    run_free(&run);
    run = accepted("03_tiled", "--grids -m 70 -n 50 -k 3 --reps 1 --format json");
    cr_expect(count_lines(run.out) == 9 && has(run.out, "\"same\":1,\"load_sectors\":"));
    run_free(&run);
    run = accepted("03_tiled", "--grids -m 70 -n 50 -k 3 --reps 1 --format csv");
    cr_expect(count_lines(run.out) == 10 && has(run.out, "computed_wave_mb"));
    run_free(&run);
    refused("03_tiled", "--grids -m 0", "--grids: C is empty");
    refused("03_tiled", "--grids --waves", "not together with");
    refused("03_tiled", "--grids --out C.npy", "--out C.npy: --grids computes no C");
}
