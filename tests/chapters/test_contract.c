// SPDX-License-Identifier: MIT
//
// test_contract.c: every step takes any shape, any scale, any ld and any address (contract.h).
#define _POSIX_C_SOURCE 200809L // setenv
#include <criterion/criterion.h>
#include <stdlib.h>

#include "../../common/step/kind.h"
#include "../support/chapters.h"
#include "contract.h"
#include "trial.h"

static bool has_one_transpose(const struct step *step)
{
    const unsigned mask = step_transposes(step);
    return (mask & (mask - 1)) == 0;
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

// The same for tiles of 32 to 256 and slices of k of 32 and 64; rows that are multiples of 16
// bytes, for copies of that width, within a tile and across its edge.
static const int shapes_of_large_tiles[][3] = {
    {1, 1, 1},    {17, 9, 15},  {16, 8, 16},  {31, 33, 63},   {33, 31, 65},
    {32, 32, 64}, {40, 24, 72}, {3, 140, 20}, {140, 3, 20},   {5, 7, 200},
    {0, 5, 5},    {5, 0, 5},    {5, 5, 0},    {129, 127, 33}, {136, 136, 32},
};
enum { SHAPES_OF_LARGE_TILES = sizeof shapes_of_large_tiles / sizeof *shapes_of_large_tiles };

static const double scales[][2] = {{1, 0},  {1, 1},    {0, 0},       {0, 1},
                                   {0, -2}, {-1.5, 0}, {0.5, -0.25}, {2, 1}};
static const double integer_scales[][2] = {{1, 0},  {1, 1},  {0, 0},  {0, 1},
                                           {0, -2}, {-3, 0}, {5, -7}, {2, 1}};
enum { SCALES = sizeof scales / sizeof *scales };

static const double *scales_of(const struct step *step, int number)
{
    return is_integer(step) ? integer_scales[number % SCALES] : scales[number % SCALES];
}

// Every shape, every pair of scales and every gap, each with several values of the other two, in
// each of the step's transposes; with TEST_FULL each with all values. Without it a shape of a step
// with large tiles meets one gap in each transpose, and without TEST_MORE in one of them. Other
// steps then meet one gap with each pair of scales.
static void shapes_scales_and_lds(const struct step *step, struct gemm_problem p)
{
    const bool large = has_large_tiles(step), full = full_test();
    const int(*shape)[3] = large ? shapes_of_large_tiles : shapes;
    const int count = large ? SHAPES_OF_LARGE_TILES : SHAPES;
    const int gaps[] = {0, 7, 8}, gap_count = large ? 3 : 2;
    const int stride = full    ? 1
                       : large ? SCALES
                               : SCALES / 2,
              transpose = 2 * p.trans_a + p.trans_b;
    const bool share = large && !full && !has_one_transpose(step); // among transposes
    const bool one_transpose = share && !more_tests();
    const int of_gaps = share ? gap_count : 1;
    const int of_scales = large ? 1 : sampled(3, 1, 1);
    for (int s = 0; s < count; s++)
        for (int g = 0; g < gap_count; g++)
            for (int a = 0; a < SCALES; a += stride)
                if ((!one_transpose || is_turn_of(step, &p, s)) &&
                    in_turn(s + transpose - g, of_gaps) && in_turn((a > 0) + g + s, of_scales))
                    run_trial(step, p, shape[s], scales_of(step, a + 3 * s + g), gaps[g]);
    if (share) // columns in whole pieces of 16 bytes, rows not
        run_trial(step, p, (int[]){40, 24, 72}, scales_of(step, 1), 7);
    for (int a = 0; a < SCALES && (!share || transpose == 0); a++) // one epilogue for all
        if (in_turn(a + own_turn(step), sampled(2, 1, 1)))
            run_trial(step, p, (int[]){33, 17, 35}, scales_of(step, a), a % 2);
    if (full && large)
        for (int s = 0; s < SHAPES; s++)
            for (int a = 0; a < SCALES; a++)
                run_trial(step, p, shapes[s], scales_of(step, a), s % 4);
}

ParameterizedTestParameters(contract, shapes_scales_and_lds) { return all_steps(); }

ParameterizedTest(int *number, contract, shapes_scales_and_lds)
{
    each_transpose(open_step(*number), shapes_scales_and_lds);
}

// All sizes up to a little more than a tile, and with TEST_FULL up to two tiles of 64. Steps with
// large tiles have, without TEST_FULL, every fifth, each in one of their transposes.
static void every_size_in_a_row(const struct step *step, struct gemm_problem p)
{
    const bool share = has_large_tiles(step) && !full_test(); // among transposes
    const int largest = sampled(35, 35, 130), stride = share ? 5 : 1;
    for (int size = 1; size <= largest; size += stride) {
        if (share && !is_turn_of(step, &p, size / stride))
            continue;
        run_trial(step, p, (int[]){size, size, size}, (double[]){1, 0}, 0);
        if (share || in_turn(size + 1, sampled(3, 1, 1)))
            run_trial(step, p, (int[]){size, 36 - size % 36, 1 + size % 5}, (double[]){-1, 2},
                      size % 4);
    }
}

ParameterizedTestParameters(contract, every_size_in_a_row) { return steps_in_turn(0); }

ParameterizedTest(int *number, contract, every_size_in_a_row)
{
    each_transpose(open_step(*number), every_size_in_a_row);
}

// A matrix may begin anywhere: at the address of its type, not of a wider copy.
static void any_address(const struct step *step, struct gemm_problem p)
{
    for (int which = 0; which < 4; which++) {
        struct trial t;
        if (!is_due(step, &p, which))
            continue;
        p.m = 40, p.n = 24, p.k = 48, p.alpha = 1, p.beta = 1;
        trial_make_problem(&t, step, &p, 8);
        for (int i = 0; i < 3; i++)
            t.before[i] = which == i || which == 3 ? 1 + 2 * which : 0;
        t.behind = 5;
        trial_check(&t);
        trial_free(&t);
    }
}

ParameterizedTestParameters(contract, any_address) { return steps_in_turn(1); }

ParameterizedTest(int *number, contract, any_address)
{
    each_transpose(open_step(*number), any_address);
}

// ---- Large ones ----------------------------------------------------------------------------------

// Several tiles of 128 that overhang; rows of whole float4s, also at the edges, and other rows.
static void larger_than_tiles(const struct step *step, struct gemm_problem p)
{
    const double *both = scales_of(step, 6), plain[] = {1, 0};
    const int first = own_turn(step);
    if (is_due(step, &p, first))
        run_trial(step, p, (int[]){132, 264, 24}, both, 0);
    if (is_due(step, &p, first + 1))
        run_trial(step, p, (int[]){257, 130, 19}, plain, 1);
    if (!has_large_tiles(step) || full_test())
        run_trial(step, p, (int[]){132, 260, 24}, both, 4);
    for (int gap = 0; gap <= 4 && full_test(); gap++) {
        run_trial(step, p, (int[]){132, 260, 24}, both, gap);
        run_trial(step, p, (int[]){257, 130, 19}, plain, gap);
    }
}

ParameterizedTestParameters(contract, larger_than_tiles) { return steps_in_turn(1); }

ParameterizedTest(int *number, contract, larger_than_tiles)
{
    each_transpose(open_step(*number), larger_than_tiles);
}

// Where one launch is not enough, or its blocks go on to further tiles, it is numbers of tiles that
// matter, and on the emulated GPU each costs as much as a full one. The search for races, which
// the smaller shapes have had, may be left out there.
static const struct step *open_step_for_many_tiles(int number)
{
    if (!full_test())
        setenv("EMU_CHECK", "off", 1); // read when the GPU is opened
    return open_step(number);
}

// From the owners of elements: `tile` is the first row (column) that another block owns
// than that of row 0, `round` the first one after it that is this block's again; else MOST_ROWS.
enum { MOST_ROWS = 256 * 128 };
struct rounds {
    int tile, round;
};

static struct rounds rounds_of(const struct step *step, bool of_rows)
{
    const struct gemm_problem p = {
        .m = of_rows ? 2 * MOST_ROWS : 1, .n = of_rows ? 1 : 2 * MOST_ROWS, .k = 1, .alpha = 1};
    struct rounds r = {0, MOST_ROWS};
    if (!step->owner)
        return r;
    const struct owner first = step->owner(&p, 0, 0);
    for (int i = 1; i < MOST_ROWS; i++) {
        const struct owner o = of_rows ? step->owner(&p, i, 0) : step->owner(&p, 0, i);
        const bool same = o.block_x == first.block_x && o.block_y == first.block_y;
        if (!same && r.tile == 0)
            r.tile = i;
        if (same && r.tile > 0)
            return (struct rounds){r.tile, i};
        if (r.tile > 0)
            i += r.tile - 1; // to the first row of the next tile
    }
    return r;
}

// Taller and wider than the grids of chapter 05 and later, whose blocks go on to further tiles. All
// transposes have one launcher. Where one tile of hundreds costs an emulated GPU a tenth of a
// second, it is for TEST_FULL.
ParameterizedTestParameters(contract, larger_than_grids) { return all_steps(); }

ParameterizedTest(int *number, contract, larger_than_grids)
{
    const struct step *step = open_step_for_many_tiles(*number);
    const struct gemm_problem p = first_transpose(step);
    const struct rounds rows = rounds_of(step, true), columns = rounds_of(step, false);
    const double scale[] = {1, is_integer(step) ? 3 : 0.5};
    if (has_large_tiles(step) && rows.tile * columns.tile > 64 * 64 && !full_test())
        cr_skip_test("TEST_FULL=1 runs it");
    const int of = sampled(4, 1, 1); // one of both, for every second step
    if (in_turn(*number, of))
        run_trial(step, p, (int[]){rows.round + 3, 1, 1}, scale, 0);
    if (in_turn(*number + of / 2, of))
        run_trial(step, p, (int[]){1, columns.round + 3, 1}, scale, 0);
}

// Taller and wider than one launch can be: gridDim.y ends at 65535 blocks.

// On the emulated GPU a million rows take seconds: there one step of a chapter represents all,
// whose launchers are the same. Where blocks fill shared memory they take ten, and where a block
// multiplies whole tiles even for one element, minutes: there larger_than_grids has to do.
static bool takes_long(int number)
{
    const struct chapter *chapter;
    const struct step *step = step_number(number, &chapter);
    const struct gemm_problem p = {
        .m = 1, .n = 1, .k = 1, .alpha = 1, .lda = 1, .ldb = 1, .ldc = 1};
    if (step->place == STEP_ON_CPU)
        return false;
    return step != chapter_step(chapter, 0) || has_large_tiles(step) ||
           (step->predict && step->predict(&p).shared_load_requests > 0);
}

static bool is_tall_in_time(int number) { return full_test() || !takes_long(number); }

ParameterizedTestParameters(contract, very_tall_and_very_wide)
{
    return steps_that(is_tall_in_time);
}

ParameterizedTest(int *number, contract, very_tall_and_very_wide)
{
    const struct step *step = open_step_for_many_tiles(*number);
    const struct gemm_problem p = first_transpose(step);
    const double scale[] = {1, is_integer(step) ? 3 : 0.5};
    const int more_than_a_grid = 65535 * 16 + 3;
    run_trial(step, p, (int[]){more_than_a_grid, 1, 1}, scale, 0);
    if (full_test()) // a million columns are far from gridDim.x's limit, 2^31 - 1
        run_trial(step, p, (int[]){1, more_than_a_grid, 1}, scale, 0);
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
        for (int col = 0; col < p.n; col += sampled(9, 1, 1)) {
            const struct owner o = step->owner(&p, row, col);
            cr_assert(o.thread >= 0 && o.thread < 1024, "%s: thread %d", step->name, o.thread);
            cr_assert(o.block_x >= 0 && o.block_y >= 0 && o.block_y < 65536 && o.block_z >= 0 &&
                      o.block_z < 65536);
        }
}
