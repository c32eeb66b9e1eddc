// SPDX-License-Identifier: MIT
//
// expect_variants.c: the expected time of variants of steps that are no steps of their own, beside
// what an H200 took (make expect-compare puts the lines behind those of the steps):
//
//     tiles   the kernels of 08/8_tuned, each by itself   bench/results/tune_tensor_tiles_h200.tsv
//     stages  08/3_multistage with 2 to 8 stages          bench/results/h200_08_stages.txt
//     unroll  05/4 to 6, compiled otherwise               bench/results/h200_05_unroll.txt
//
// Prints: group, variant, size or what, milliseconds.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "08_cutlass_hierarchy/8_tuned/tuned.h"
#include "08_cutlass_hierarchy/show/stages.h"
#include "common/driver/expect.h"
#include "common/emu/expect/facts.h"
#include "common/step/course.h"
#include "common/step/kind.h"

// In milliseconds; 0 where nothing can be expected.
static double expected(const char *chapter, const struct step *step, int m, int n, int k)
{
    const struct gemm_problem p = {
        .m = m, .n = n, .k = k, .alpha = 1, .lda = k, .ldb = n, .ldc = n};
    struct expectation e;
    struct failure why;
    if (expect_step(gpu_ops(), chapter, step, &p, true, false, &e, &why))
        return e.ms;
    fprintf(stderr, "%s: %s\n", step->name, why.text);
    return 0;
}

static void line(const char *group, const char *variant, const char *of, double ms)
{
    printf("%s\t%s\t%s\t%.6g\n", group, variant, of, ms);
    fflush(stdout);
}

static void one(const char *group, const char *variant, const char *chapter,
                const struct step *step, int size)
{
    char of[12];
    snprintf(of, sizeof of, "%d", size);
    line(group, variant, of, expected(chapter, step, size, size, size));
}

static struct step step_named(const char *chapter, const char *name)
{
    for (int c = 0; c < course_chapter_count; c++)
        for (int s = 0; s < course_chapters[c]->step_count; s++) {
            const struct step *step = chapter_step(course_chapters[c], s);
            if (strcmp(course_chapters[c]->name, chapter) == 0 && strcmp(step->name, name) == 0)
                return *step;
        }
    fprintf(stderr, "expect_variants: no step %s/%s\n", chapter, name);
    exit(1);
}

// ---- The kernels of 8_tuned ---------------------------------------------------------------------

static int configuration;

static void one_configuration(const struct gemm *g)
{
    const struct tuned_device device = tuned_device();
    struct hier_plan plan = {.m = g->problem.m, .n = g->problem.n, .way = WHOLE_TILES};
    if (hier_plan(&device, configuration, g->problem.k, false, &plan))
        hgemm_tuned_plan(&plan, g);
}

// A turn of 64 columns, as bench/tune_tensor.cu finds it: from a wave of tiles, 12 down, with few
// turns and with many.
static double ms_of_turn(const struct step *step, const struct hier_configuration *c, int blocks)
{
    enum { DOWN = 12, FEW = 512, MANY = 4096 };
    const int m = DOWN * tuned_bm(c), n = blocks / DOWN * tuned_bn(c);
    const char *const chapter = "08_cutlass_hierarchy";
    return (expected(chapter, step, m, n, MANY) - expected(chapter, step, m, n, FEW)) /
           ((MANY - FEW) / (double)TUNED_BK);
}

static void turns_of_tiles(void)
{
    struct step step = step_named("08_cutlass_hierarchy", "8_tuned");
    step.run.gemm = one_configuration;
    for (configuration = 0; configuration < TUNED_CONFIGURATIONS; configuration++) {
        const struct hier_configuration *c = &hier_configurations[configuration];
        const struct tuned_device device = tuned_device();
        char name[24];
        snprintf(name, sizeof name, "%dx%d", tuned_bm(c), tuned_bn(c));
        line("tiles", name, "turn",
             ms_of_turn(&step, c, device.sms * tuned_blocks_per_sm(&device, c)));
        line("tiles", name, "turn alone", ms_of_turn(&step, c, device.sms));
    }
}

// ---- Stages -------------------------------------------------------------------------------------

static int stages;

static void so_many_stages(const struct gemm *g) { hgemm_stages(stages, g); }

static void numbers_of_stages(int size)
{
    static const int sweep[] = {2, 3, 4, 5, 6, 8};
    struct step step = step_named("08_cutlass_hierarchy", "3_multistage");
    step.run.gemm = so_many_stages;
    for (int i = 0; i < 6; i++) {
        char name[24];
        stages = sweep[i];
        snprintf(name, sizeof name, "%d", stages);
        one("stages", name, "08_cutlass_hierarchy", &step, size);
    }
}

// ---- Unrolled otherwise: the same requests, another machine code --------------------------------

static const struct kernel_facts unrolled[] = {
#include "unroll_facts.inc"
};

static void compiled_otherwise(int size)
{
    for (size_t i = 0; i < sizeof unrolled / sizeof *unrolled; i++) {
        const char *slash = strchr(unrolled[i].source, '/'), *space = strchr(slash, ' ');
        char chapter[40], name[40];
        snprintf(chapter, sizeof chapter, "%.*s", (int)(slash - unrolled[i].source),
                 unrolled[i].source);
        snprintf(name, sizeof name, "%.*s", (int)(space - slash - 1), slash + 1);
        const struct step step = step_named(chapter, name);
        facts_are(&unrolled[i]);
        one("unroll", slash + 1, chapter, &step, size);
        facts_are(NULL);
    }
}

int main(void)
{
    struct machine machine;
    struct failure why;
    if (!gpu_ops()->open(&machine, &why))
        return 1;
    turns_of_tiles();
    numbers_of_stages(4096);
    numbers_of_stages(8192);
    compiled_otherwise(4096);
    return 0;
}
