// SPDX-License-Identifier: MIT
//
// test_contract_values.c: NaN, Inf, zeros, and numbers beyond a type's range reach C as BLAS would
// have it, in every step (contract.h).
#include <criterion/criterion.h>
#include <math.h>

#include "contract.h"
#include "trial.h"

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

static void nan_and_inf(const struct step *step, struct gemm_problem p)
{
    for (int s = 0; s < SPECIALS; s++) {
        const struct special *x = &specials[s];
        struct trial t;
        if (!is_due(step, &p, s))
            continue;
        p.m = p.n = p.k = SIDE;
        p.alpha = x->alpha, p.beta = x->beta;
        trial_make_problem(&t, step, &p, 2);
        put(&t.A, 3, 4, x->a);
        put(&t.B, 5, 6, x->b);
        put(&t.C, 7, 8, x->c);
        trial_check(&t);
        trial_free(&t);
    }
}

ParameterizedTestParameters(contract, nan_and_inf) { return steps_in_turn(0); }

ParameterizedTest(int *number, contract, nan_and_inf)
{
    const struct step *step = open_step(*number);
    if (!is_integer(step)) // these have neither
        each_transpose(step, nan_and_inf);
}

// 0 * Inf and 0 * NaN are NaN: a step may not skip the zeros of A or B.
static void zeros_are_multiplied(const struct step *step, struct gemm_problem p)
{
    for (int which = 0; which < 2; which++) {
        struct trial t;
        if (!is_due(step, &p, which) && !is_due(step, &p, which + 2))
            continue;
        p.m = p.n = p.k = SIDE;
        p.alpha = p.beta = 1;
        trial_make_problem(&t, step, &p, 1);
        matrix_fill(which == 0 ? &t.A : &t.B, 0);
        matrix_set(which == 0 ? &t.B : &t.A, 9, 9, INFINITY);
        trial_check(&t);
        trial_free(&t);
    }
}

ParameterizedTestParameters(contract, zeros_are_multiplied) { return steps_in_turn(1); }

ParameterizedTest(int *number, contract, zeros_are_multiplied)
{
    each_transpose(open_step(*number), zeros_are_multiplied);
}

// k == 0 scales C only, whatever alpha is.
static void no_products_no_alpha(const struct step *step, struct gemm_problem p)
{
    const double alphas[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        const double alpha = is_integer(step) ? 7 : alphas[i];
        if (!is_due(step, &p, i))
            continue;
        run_trial(step, p, (int[]){SIDE, SIDE, 0}, (double[]){alpha, 0}, 0);
        run_trial(step, p, (int[]){SIDE, SIDE, 0}, (double[]){alpha, -3}, 2);
    }
}

ParameterizedTestParameters(contract, no_products_no_alpha) { return steps_in_turn(0); }

ParameterizedTest(int *number, contract, no_products_no_alpha)
{
    each_transpose(open_step(*number), no_products_no_alpha);
}

// Sums that leave the range of the type become Inf, and nothing else happens; those of integers
// wrap around. Subnormal numbers count.
static void large_and_small_numbers(const struct step *step, struct gemm_problem p)
{
    enum { VALUES = 4 };
    static const double of_f16[VALUES] = {6e4, 1e-4, 6e-8, 250},
                        of_f64[VALUES] = {1e300, 1e-300, 1e-320, 1e155},
                        of_e4m3[VALUES] = {448, 0x1p-6, 0x1p-9, 20},
                        of_i8[VALUES] = {127, -128, 1, -1},
                        of_others[VALUES] = {1e30, 1e-30, 1e-38, 1e19};
    const double *values = step->type_ab == DTYPE_F16    ? of_f16
                           : step->type_ab == DTYPE_F64  ? of_f64
                           : step->type_ab == DTYPE_E4M3 ? of_e4m3
                           : is_integer(step)            ? of_i8
                                                         : of_others;
    for (int i = 0; i < VALUES; i++) {
        struct trial t;
        if (!is_due(step, &p, i))
            continue;
        p.m = p.n = p.k = SIDE;
        p.alpha = p.beta = is_integer(step) ? 1e9 : 1;
        trial_make_problem(&t, step, &p, 0);
        matrix_fill(&t.A, values[i]);
        trial_check(&t);
        matrix_fill(&t.B, values[i]);
        trial_check(&t);
        trial_free(&t);
    }
}

ParameterizedTestParameters(contract, large_and_small_numbers) { return steps_in_turn(1); }

ParameterizedTest(int *number, contract, large_and_small_numbers)
{
    each_transpose(open_step(*number), large_and_small_numbers);
}
