// SPDX-License-Identifier: MIT
//
// test_kinds_contract.c: every step that is not a GEMM keeps its contract: any sizes, any ld,
// pointers that are aligned to an element and no better; it reads and writes nothing but its
// operands; NaN and Inf go where arithmetic sends them.
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <stdlib.h>

#include "../../emu/tests/support/sampler.h"
#include "../support/chapters.h"
#include "trial.h"

// Criterion hands parameters to another process, where pointers mean nothing: numbers do.
static struct criterion_test_params all_steps(void)
{
    static int numbers[256];
    const int total = step_total();
    size_t count = 0;
    for (int i = 0; i < total; i++) {
        const struct chapter *chapter;
        if (step_number(i, &chapter)->kind != STEP_GEMM)
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

// Scales that half precision holds exactly; reductions and transposes have none.
struct scales {
    double alpha, beta, gamma;
};

// before: of A, B and C; or NULL
static void run_trial(const struct step *step, int m, int n, struct scales s, int gap,
                      const int *before, int behind)
{
    struct trial t;
    trial_make(&t, step, m, n, 0, s.alpha, s.beta, gap);
    t.p.gamma = s.gamma;
    t.behind = behind;
    for (int i = 0; before && i < 3; i++)
        t.before[i] = before[i];
    trial_check(&t);
    trial_free(&t);
}

static const struct scales usual = {2, 3, 1};

// ---- Sizes ---------------------------------------------------------------------------------------

// Of vectors: around 8 elements, a warp, a block, and a block of 8 elements a thread. 30 more
// elements after them: the emulated GPU reports the first access past the end.
static const int lengths[] = {0,  1,  2,  7,   8,   9,   15,  16,   17,   31,   32,  33,
                              63, 64, 65, 255, 256, 257, 511, 2047, 2048, 2049, 5003};

// Of matrices: ones, primes, around 32 and 64, a warp and a block; tall, wide, empty.
static const int shapes[][2] = {
    {1, 1},   {1, 7},   {7, 1},   {2, 3},    {10, 256}, {31, 33},  {32, 32},   {33, 31},  {63, 65},
    {64, 64}, {65, 63}, {64, 32}, {32, 64},  {97, 101}, {1, 300},  {300, 1},   {129, 5},  {5, 129},
    {0, 5},   {5, 0},   {0, 0},   {3, 1025}, {257, 2},  {66, 130}, {128, 192}, {2, 4099},
};
enum { LENGTHS = sizeof lengths / sizeof *lengths, SHAPES = sizeof shapes / sizeof *shapes };

ParameterizedTestParameters(kinds_contract, sizes_and_lds) { return all_steps(); }

ParameterizedTest(int *number, kinds_contract, sizes_and_lds)
{
    const struct step *step = open_step(*number);
    const bool vector = step->kind == STEP_VECTOR;
    for (int i = 0; i < (vector ? LENGTHS : SHAPES); i++)
        for (int behind = 0; behind <= 30; behind += 30)
            for (int gap = 0; gap <= (vector ? 0 : 5); gap += 5)
                run_trial(step, vector ? 0 : shapes[i][0], vector ? lengths[i] : shapes[i][1],
                          usual, gap, NULL, behind);
}

ParameterizedTestParameters(kinds_contract, every_size_in_a_row) { return all_steps(); }

ParameterizedTest(int *number, kinds_contract, every_size_in_a_row)
{
    const struct step *step = open_step(*number);
    const int largest = sampled(70, 70, 300);
    for (int size = 1; size <= largest; size++) {
        const bool vector = step->kind == STEP_VECTOR;
        run_trial(step, vector ? 0 : size, size, usual, size % 3, NULL, 0);
        if (!vector)
            run_trial(step, 1 + size % 7, size, usual, 0, NULL, 0);
    }
}

// More tiles of any size than gridDim.y has blocks (65535), down and across.
ParameterizedTestParameters(kinds_contract, very_tall_and_very_wide) { return all_steps(); }

ParameterizedTest(int *number, kinds_contract, very_tall_and_very_wide)
{
    const struct step *step = open_step(*number);
    if (!full_test())
        cr_skip_test("TEST_FULL=1 runs it");
    const int many = 65536 * 64 + 5;
    if (step->kind == STEP_VECTOR) {
        run_trial(step, 0, many, usual, 0, NULL, 0);
    } else {
        run_trial(step, many, 1, usual, 0, NULL, 0);
        run_trial(step, 1, many, usual, 0, NULL, 0);
    }
}

ParameterizedTestParameters(kinds_contract, scales_of_vectors) { return all_steps(); }

ParameterizedTest(int *number, kinds_contract, scales_of_vectors)
{
    const struct step *step = open_step(*number);
    const struct scales scales[] = {{1, 1, 0}, {0, 0, 0},      {0, 0, 5},      {1, 0, 0},
                                    {0, 1, 0}, {-1.5, 0.5, 2}, {0.25, -8, -1}, {1, -1, 0.125}};
    if (step->kind != STEP_VECTOR)
        cr_skip_test("this kind has no scales");
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
        run_trial(step, 0, 77, scales[i], 0, NULL, 0);
}

// ---- Alignment -----------------------------------------------------------------------------------

// Pointers that begin some elements into their allocation: all by the same number, one
// alone, each by another number.
static const int starts[][3] = {
    {1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}, {5, 5, 5}, {6, 6, 6}, {7, 7, 7},    {8, 8, 8},
    {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {8, 0, 0}, {0, 4, 0}, {7, 5, 3}, {11, 19, 27}, {1, 2, 4},
};
enum { STARTS = sizeof starts / sizeof *starts };

ParameterizedTestParameters(kinds_contract, pointers_anywhere) { return all_steps(); }

ParameterizedTest(int *number, kinds_contract, pointers_anywhere)
{
    const struct step *step = open_step(*number);
    const int few[] = {1, 2, 5, 7, 8, 9, 16, 23, 40, 255, 2051};
    for (int i = 0; i < STARTS; i++) {
        if (step->kind == STEP_VECTOR) {
            for (size_t j = 0; j < sizeof few / sizeof *few; j++)
                for (int behind = 0; behind <= 9; behind += 9)
                    run_trial(step, 0, few[j], usual, 0, starts[i], behind);
        } else {
            run_trial(step, 35, 66, usual, i % 4, starts[i], 9 * (i % 2));
            run_trial(step, 3, 264, usual, i % 2, starts[i], 0);
        }
    }
}

// ---- NaN and Inf ---------------------------------------------------------------------------------

// Where they stand in A: at the ends and in the middle. Inf and -Inf in one row make a NaN there.
ParameterizedTestParameters(kinds_contract, nan_and_inf) { return all_steps(); }

ParameterizedTest(int *number, kinds_contract, nan_and_inf)
{
    const struct step *step = open_step(*number);
    const double values[] = {NAN, INFINITY, -INFINITY};
    const struct scales scales[] = {{2, 3, 1}, {0, 1, 0}, {-1, 0, 0}, {1, 1, INFINITY}};
    for (int i = 0; i < 3; i++)
        for (size_t s = 0; s < sizeof scales / sizeof *scales; s++)
            for (int both = 0; both < 2; both++) {
                struct trial t;
                const bool vector = step->kind == STEP_VECTOR;
                trial_make(&t, step, vector ? 0 : 37, vector ? 131 : 45, 0, scales[s].alpha,
                           scales[s].beta, 2);
                t.p.gamma = vector ? scales[s].gamma : 0;
                matrix_set(&t.A, 0, 0, values[i]);
                matrix_set(&t.A, t.A.rows / 2, 40, values[i]);
                if (both) {
                    matrix_set(&t.A, t.A.rows - 1, t.A.cols - 1, -values[i]);
                    matrix_set(vector ? &t.B : &t.A, 0, vector ? 40 : 7, -values[i]);
                }
                trial_check(&t);
                trial_free(&t);
            }
}

// Results that leave the range of the type become Inf and nothing else.
ParameterizedTestParameters(kinds_contract, large_and_small_numbers) { return all_steps(); }

ParameterizedTest(int *number, kinds_contract, large_and_small_numbers)
{
    const struct step *step = open_step(*number);
    const double values[] = {60000, 6e-8, 1e-7, 2e-5, 1e30, 1e-30, 1e-310, 1e200};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct trial t;
        const bool vector = step->kind == STEP_VECTOR;
        trial_make(&t, step, vector ? 0 : 19, vector ? 77 : 23, 0, 1, -1, 0);
        matrix_fill(&t.A, values[i]);
        trial_check(&t);
        trial_free(&t);
    }
}

// ---- Owners --------------------------------------------------------------------------------------

ParameterizedTestParameters(kinds_contract, owners_are_possible) { return all_steps(); }

ParameterizedTest(int *number, kinds_contract, owners_are_possible)
{
    const struct chapter *chapter;
    const struct step *step = step_number(*number, &chapter);
    const struct gemm_problem p = {.m = 1000, .n = 2000};
    for (int row = 0; step->owner && row < 1000; row += 7)
        for (int col = 0; col < 1000; col++) {
            const struct owner o = step->owner(&p, row, col);
            cr_assert(o.thread >= 0 && o.thread < 1024, "%s: thread %d", step->name, o.thread);
            cr_assert(o.block_x >= 0 && o.block_y >= 0 && o.block_y < 65536 && o.block_z >= 0 &&
                      o.block_z < 65536);
        }
}
