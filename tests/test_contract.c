// SPDX-License-Identifier: MIT
//
// test_contract.c: every step of every chapter keeps the contract of a GEMM step:
//     C = alpha A B + beta C, for any m, n, k >= 0 and any ld that holds a row;
//     nothing is written between the rows; beta == 0 never reads C; alpha == 0 or k == 0 reads
//     neither A nor B; NaN and Inf in A and B reach C.
//
// One test per step: a CUDA context for each shape would take most of the time.
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "chapters.h"
#include "trial.h"

// Criterion hands parameters to another process, where pointers mean nothing: numbers do.
static struct criterion_test_params all_steps(void)
{
    static int numbers[256];
    const int total = step_total();
    size_t count = 0;
    for (int i = 0; i < total; i++) {
        const struct chapter *chapter;
        if (step_number(i, &chapter)->kind == STEP_GEMM)
            numbers[count++] = i;
    }
    return cr_make_param_array(int, numbers, count, NULL);
}

static const struct step *open_step(int number)
{
    const struct chapter *chapter;
    const struct step *step = step_number(number, &chapter);
    trial_open_machine(step);
    return step;
}

static bool full_test(void) { return getenv("TEST_FULL") != NULL; }

static void run_trial(const struct step *step, const int shape[3], double alpha, double beta,
                      int gap)
{
    struct trial t;
    trial_make(&t, step, shape[0], shape[1], shape[2], alpha, beta, gap);
    trial_check(&t);
    trial_free(&t);
}

// ---- Shapes --------------------------------------------------------------------------------------

// m, n, k: ones, primes, around the tiles of 16 and 32 and 64, k below a tile, empty, tall, wide.
static const int shapes[][3] = {
    {1, 1, 1},    {1, 1, 7},    {1, 17, 1},   {17, 1, 1},   {2, 3, 5},      {13, 11, 7},
    {15, 15, 15}, {16, 16, 16}, {17, 17, 17}, {31, 33, 32}, {32, 32, 32},   {33, 31, 34},
    {63, 65, 3},  {64, 64, 64}, {65, 63, 66}, {16, 48, 2},  {48, 16, 1},    {37, 41, 43},
    {1, 300, 5},  {300, 1, 5},  {3, 7, 500},  {129, 5, 9},  {5, 129, 9},    {0, 5, 5},
    {5, 0, 5},    {5, 5, 0},    {0, 0, 0},    {0, 0, 5},    {127, 128, 20},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static const double scales[][2] = {{1, 0},  {1, 1},    {0, 0},       {0, 1},
                                   {0, -2}, {-1.5, 0}, {0.5, -0.25}, {2, 1}};
enum { SCALES = sizeof scales / sizeof *scales };

ParameterizedTestParameters(contract, shapes_scales_and_lds) { return all_steps(); }

ParameterizedTest(int *number, contract, shapes_scales_and_lds)
{
    const struct step *step = open_step(*number);
    for (int s = 0; s < SHAPES; s++)
        for (int a = 0; a < SCALES; a++)
            for (int gap = 0; gap <= 7; gap += 7)
                run_trial(step, shapes[s], scales[a][0], scales[a][1], gap);
}

ParameterizedTestParameters(contract, every_size_in_a_row) { return all_steps(); }

// All sizes up to a little more than a tile, and with TEST_FULL up to two tiles of 64.
ParameterizedTest(int *number, contract, every_size_in_a_row)
{
    const struct step *step = open_step(*number);
    const int largest = full_test() ? 130 : 35;
    for (int size = 1; size <= largest; size++) {
        run_trial(step, (int[]){size, size, size}, 1, 0, 0);
        run_trial(step, (int[]){size, 36 - size % 36, 1 + size % 5}, -1, 2, size % 4);
    }
}

// Several tiles of 128 that overhang; then taller and wider than the grids of chapter 05, whose
// blocks go on to further tiles.
ParameterizedTestParameters(contract, larger_than_tiles_and_grids) { return all_steps(); }

ParameterizedTest(int *number, contract, larger_than_tiles_and_grids)
{
    const struct step *step = open_step(*number);
    for (int gap = 0; gap <= 4; gap++) {
        run_trial(step, (int[]){132, 260, 24}, 1, 0.5, gap); // rows of float4s, also at the edges
        run_trial(step, (int[]){257, 130, 19}, 1, 0, gap);
    }
    const int more_than_256_tiles = 256 * 128 + 3;
    run_trial(step, (int[]){more_than_256_tiles, 1, 1}, 1, 0.5, 0);
    run_trial(step, (int[]){1, more_than_256_tiles, 1}, 1, 0.5, 0);
}

// Taller and wider than one launch can be: gridDim.y ends at 65535 blocks.
ParameterizedTestParameters(contract, very_tall_and_very_wide) { return all_steps(); }

// On the emulated GPU a million rows take ten seconds where threads wait at barriers: there one
// step of a chapter stands for all, whose launchers are alike. Where a block multiplies whole tiles
// even for one element, they take minutes: there larger_than_tiles_and_grids has to do.
static bool takes_long(int number)
{
    const struct chapter *chapter;
    const struct step *step = step_number(number, &chapter);
    const struct gemm_problem p = {
        .m = 1, .n = 1, .k = 1, .alpha = 1, .lda = 1, .ldb = 1, .ldc = 1};
    if (!step->predict || step->predict(&p).barriers == 0)
        return false;
    return step != &chapter->steps[0] || step->predict(&p).shared_load_requests > 1000;
}

ParameterizedTest(int *number, contract, very_tall_and_very_wide)
{
    const struct step *step = open_step(*number);
    const int more_than_a_grid = 65535 * 16 + 3;
    if (takes_long(*number) && !full_test())
        cr_skip_test("TEST_FULL=1 runs it");
    run_trial(step, (int[]){more_than_a_grid, 1, 1}, 1, 0.5, 0);
    if (full_test()) // a million columns are no limit of gridDim.x, which ends at 2^31 - 1
        run_trial(step, (int[]){1, more_than_a_grid, 1}, 1, 0.5, 0);
}

// ---- NaN and Inf ---------------------------------------------------------------------------------

enum { SIDE = 21 };

// Where the special value goes: into A at (3, 4), B at (5, 6), C at (7, 8).
struct special {
    double a, b, c, alpha, beta;
};

static const struct special specials[] = {
    {NAN, 0, 0, 1, 0},
    {0, NAN, 0, 1, 0},
    {NAN, 0, 0, 1, 2},
    {INFINITY, 0, 0, 1, 0},
    {0, -INFINITY, 0, 1, 0},
    {INFINITY, -INFINITY, 0, -1, 1},
    {0, 0, NAN, 1, 1},
    {0, 0, INFINITY, 1, -1},
    {0, 0, NAN, 1, 0},
    {0, 0, INFINITY, 1, 0},
    {NAN, INFINITY, 0, 0, 2},
    {NAN, NAN, NAN, 0, 0},
    {INFINITY, 0, INFINITY, 1, -1},
};
enum { SPECIALS = sizeof specials / sizeof *specials };

static void put(struct matrix *M, int row, int col, double value)
{
    if (value != 0)
        matrix_set(M, row, col, value);
}

ParameterizedTestParameters(contract, nan_and_inf) { return all_steps(); }

ParameterizedTest(int *number, contract, nan_and_inf)
{
    const struct step *step = open_step(*number);
    for (int s = 0; s < SPECIALS; s++) {
        const struct special *x = &specials[s];
        struct trial t;
        trial_make(&t, step, SIDE, SIDE, SIDE, x->alpha, x->beta, 2);
        put(&t.A, 3, 4, x->a);
        put(&t.B, 5, 6, x->b);
        put(&t.C, 7, 8, x->c);
        trial_check(&t);
        trial_free(&t);
    }
}

// 0 * Inf and 0 * NaN are NaN: a step may not skip the zeros of A or B.
ParameterizedTestParameters(contract, zeros_are_multiplied) { return all_steps(); }

ParameterizedTest(int *number, contract, zeros_are_multiplied)
{
    const struct step *step = open_step(*number);
    for (int which = 0; which < 2; which++) {
        struct trial t;
        trial_make(&t, step, SIDE, SIDE, SIDE, 1, 1, 1);
        matrix_fill(which == 0 ? &t.A : &t.B, 0);
        matrix_set(which == 0 ? &t.B : &t.A, 9, 9, INFINITY);
        trial_check(&t);
        trial_free(&t);
    }
}

// k == 0 scales C only, whatever alpha is.
ParameterizedTestParameters(contract, no_products_no_alpha) { return all_steps(); }

ParameterizedTest(int *number, contract, no_products_no_alpha)
{
    const struct step *step = open_step(*number);
    const double alphas[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        run_trial(step, (int[]){SIDE, SIDE, 0}, alphas[i], 0, 0);
        run_trial(step, (int[]){SIDE, SIDE, 0}, alphas[i], -3, 2);
    }
}

// Sums that leave the range of float32 become Inf, and nothing else happens.
ParameterizedTestParameters(contract, large_and_small_numbers) { return all_steps(); }

ParameterizedTest(int *number, contract, large_and_small_numbers)
{
    const struct step *step = open_step(*number);
    const double values[] = {1e30, 1e-30, 1e-38, 1e19};
    for (int i = 0; i < 4; i++) {
        struct trial t;
        trial_make(&t, step, SIDE, SIDE, SIDE, 1, 1, 0);
        matrix_fill(&t.A, values[i]);
        trial_check(&t);
        matrix_fill(&t.B, values[i]);
        trial_check(&t);
        trial_free(&t);
    }
}

// ---- Owners --------------------------------------------------------------------------------------

// Where a step says which thread computes an element, no two elements of a warp-sized corner share
// one thread, except where a thread computes several, and every answer is inside a launch's limits.
ParameterizedTestParameters(contract, owners_are_possible) { return all_steps(); }

ParameterizedTest(int *number, contract, owners_are_possible)
{
    const struct chapter *chapter;
    const struct step *step = step_number(*number, &chapter);
    const struct gemm_problem p = {.m = 2000000, .n = 70, .k = 1, .alpha = 1};
    for (int row = 0; step->owner && row < p.m; row += 997)
        for (int col = 0; col < p.n; col++) {
            const struct owner o = step->owner(&p, row, col);
            cr_assert(o.thread >= 0 && o.thread < 1024, "%s: thread %d", step->name, o.thread);
            cr_assert(o.block_x >= 0 && o.block_y >= 0 && o.block_y < 65536 && o.block_z >= 0 &&
                      o.block_z < 65536);
        }
}
