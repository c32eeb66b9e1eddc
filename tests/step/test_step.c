// SPDX-License-Identifier: MIT
//
// test_step.c: a row of a chapter's table, with the chapter's defaults; and what it needs of a GPU.
#include <criterion/criterion.h>
#include <string.h>

#include "../../common/driver/run/check.h"
#include "../../common/step/step.h"

static struct owner owner(const struct gemm_problem *p, int row, int col)
{
    (void)p;
    return (struct owner){.block_x = col, .block_y = row};
}

static bool fits(const struct gemm_problem *p, struct failure *why)
{
    (void)why;
    return p->m > 0;
}

static double workspace(const struct gemm_problem *p) { return p->m; }
static double more_workspace(const struct gemm_problem *p) { return 2.0 * p->m; }

static struct step steps[] = {
    {.name = "1_usual"},
    {.name = "2_own",
     .type_ab = DTYPE_BF16,
     .transposes = TRANSPOSE_TN,
     .workspace = more_workspace,
     .min_compute_capability = 90},
};
static const struct chapter chapter = {
    .table = steps,
    .step_count = 2,
    .defaults = {.place = STEP_ON_CPU,
                 .type_ab = DTYPE_F16,
                 .type_c = DTYPE_F32,
                 .transposes = TRANSPOSE_NN,
                 .on_tensor_cores = true,
                 .owner = owner,
                 .fits = fits,
                 .workspace = workspace,
                 .min_compute_capability = 80},
};

Test(step, defaults_fill_what_a_row_leaves_out)
{
    for (int twice = 0; twice < 2; twice++) {
        const struct step *usual = chapter_step(&chapter, 0), *own = chapter_step(&chapter, 1);
        cr_expect(strcmp(usual->name, "1_usual") == 0 && strcmp(own->name, "2_own") == 0);
        cr_expect(usual->place == STEP_ON_CPU && own->place == STEP_ON_CPU);
        cr_expect(usual->type_ab == DTYPE_F16 && own->type_ab == DTYPE_BF16);
        cr_expect(usual->type_c == DTYPE_F32 && own->type_c == DTYPE_F32);
        cr_expect(usual->transposes == TRANSPOSE_NN && own->transposes == TRANSPOSE_TN);
        cr_expect(usual->min_compute_capability == 80 && own->min_compute_capability == 90);
        cr_expect(usual->on_tensor_cores && usual->owner == owner && own->owner == owner);
        cr_expect(usual->fits == fits && own->fits == fits);
        cr_expect(usual->workspace == workspace && own->workspace == more_workspace);
    }
}

static void must_say(int needed, struct machine machine, const char *line)
{
    const struct step step = {.min_compute_capability = needed};
    const struct gemm_problem p = {.m = 1};
    struct failure why = {""};
    machine.is_gpu = true;
    cr_expect(step_can_run(&step, &p, &machine, &why) == (line == NULL), "%s", why.text);
    cr_expect(!line || strcmp(why.text, line) == 0, "%s", why.text);
}

Test(step, needs_of_the_gpu_and_of_what_was_compiled)
{
    must_say(80, (struct machine){.compute_capability = 90}, NULL);
    must_say(80, (struct machine){.compute_capability = 90, .compiled_for = 80}, NULL);
    must_say(75, (struct machine){.compute_capability = 90, .compiled_for = 75}, NULL);
    must_say(80, (struct machine){.compute_capability = 75},
             "needs compute capability 8.0; this GPU has 7.5");
    must_say(80, (struct machine){.compute_capability = 75, .compiled_for = 80},
             "needs compute capability 8.0; this GPU has 7.5");
    must_say(80, (struct machine){.compute_capability = 90, .compiled_for = 75},
             "needs compute capability 8.0; this GPU has it, but the program was compiled for 7.5: "
             "make GPU=cuda ARCH=90");
}
