// SPDX-License-Identifier: MIT
#include "contract.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "../../common/step/kind.h"
#include "../support/chapters.h"
#include "trial.h"

struct criterion_test_params steps_that(bool (*wanted)(int number))
{
    const int total = step_total();
    int *numbers = calloc((size_t)total, sizeof *numbers);
    size_t count = 0;
    for (int i = 0; i < total && numbers; i++) {
        const struct chapter *chapter;
        if (step_number(i, &chapter)->kind == STEP_GEMM && (!wanted || wanted(i)))
            numbers[count++] = i;
    }
    return cr_make_param_array(int, numbers, count, NULL);
}

struct criterion_test_params all_steps(void) { return steps_that(NULL); }

static bool is_even(int number) { return number % 2 == 0; }
static bool is_odd(int number) { return number % 2 == 1; }

struct criterion_test_params steps_in_turn(int turn)
{
    return steps_that(more_tests() ? NULL : turn % 2 == 0 ? is_even : is_odd);
}

const struct step *open_step(int number)
{
    const struct chapter *chapter;
    const struct step *step = step_number(number, &chapter);
    trial_open_machine(step);
    return step;
}

bool is_integer(const struct step *step) { return dtype_epsilon(step->type_ab) == 0; }

static struct gemm_problem transpose_number(int number)
{
    return (struct gemm_problem){.trans_a = number & 2, .trans_b = number & 1};
}

struct gemm_problem first_transpose(const struct step *step)
{
    struct gemm_problem p;
    int number = 0;
    do
        p = transpose_number(number++);
    while (!(step_transposes(step) & gemm_transpose(&p)));
    return p;
}

void each_transpose(const struct step *step,
                    void (*test)(const struct step *step, struct gemm_problem p))
{
    for (int number = 0; number < 4; number++) {
        const struct gemm_problem p = transpose_number(number);
        if (step_transposes(step) & gemm_transpose(&p))
            test(step, p);
    }
}

void run_trial(const struct step *step, struct gemm_problem p, const int shape[3],
               const double scales[2], int gap)
{
    struct trial t;
    p.m = shape[0], p.n = shape[1], p.k = shape[2];
    p.alpha = scales[0], p.beta = scales[1];
    trial_make_problem(&t, step, &p, gap);
    trial_check(&t);
    trial_free(&t);
}

bool has_large_tiles(const struct step *step) { return step->transposes != 0; }

int own_turn(const struct step *step) { return (unsigned char)step->name[0]; }

bool is_turn_of(const struct step *step, const struct gemm_problem *p, int number)
{
    const unsigned all = step_transposes(step), mine = gemm_transpose(p);
    int count = 0, place = 0;
    for (unsigned bit = 1; bit <= all; bit <<= 1) {
        count += (all & bit) != 0;
        place += (all & bit) != 0 && bit < mine;
    }
    return count > 0 && in_turn(number + count - place, count);
}

bool is_due(const struct step *step, const struct gemm_problem *p, int number)
{
    return more_tests() || !has_large_tiles(step) || is_turn_of(step, p, number);
}
