// SPDX-License-Identifier: MIT
//
// expect_variants.c: the expected time of variants of steps that are not steps themselves, and
// what an H200 took, by records in bench/results (make expect-compare puts the lines after those of
// the steps):
//
//     tiles   the kernels of 08/8_tuned, each by itself    tune_tensor_tiles_h200.tsv
//     stages  08/3_multistage with 2 to 8 stages           h200_08_cutlass_hierarchy.txt
//     unroll  05/4 to 6, compiled otherwise                h200_05_unroll.txt
//     ncu     what ncu counted, at the clock that it held  ncu_full_h200.txt
//
// Prints: group, variant, size or what, milliseconds; ncu: instructions in a cycle, and the part of
// the cycles in which the tensor cores are busy.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "08_cutlass_hierarchy/hierarchy.h"
#include "common/device/gemm/hierarchy/plan.h"
#include "08_cutlass_hierarchy/show/stages.h"
#include "common/driver/run/expected.h"
#include "emu/timing/facts.h"
#include "emu/timing/gpu_time.h"
#include "common/step/course.h"
#include "common/step/kind.h"

static struct expectation expect(const char *chapter, const struct step *step, int m, int n, int k)
{
    const struct gemm_problem p = {
        .m = m, .n = n, .k = k, .alpha = 1, .lda = k, .ldb = n, .ldc = n};
    struct expectation e;
    struct failure why;
    if (expect_step(gpu_ops(), chapter, step, &p, true, false, &e, &why))
        return e;
    fprintf(stderr, "%s: %s\n", step->name, why.text);
    return (struct expectation){.ms = 0};
}

// In milliseconds; 0 where nothing can be expected.
static double expected(const char *chapter, const struct step *step, int m, int n, int k)
{
    return expect(chapter, step, m, n, k).ms;
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
    const struct hier_device device = hier_device();
    struct hier_plan plan = {.m = g->problem.m, .n = g->problem.n, .way = WHOLE_TILES};
    if (hier_plan(&device, configuration, g->problem.k, false, &plan))
        hgemm_tuned_plan(&plan, g);
}

// A turn of 64 columns, as bench/tune/tune_tensor.cu finds it: from a wave of tiles, 12 down, with
// few turns and with many.
static double ms_of_turn(const struct step *step, const struct hier_configuration *c, int blocks)
{
    enum { DOWN = 12, FEW = 512, MANY = 4096 };
    const int m = DOWN * configuration_bm(c), n = blocks / DOWN * configuration_bn(c);
    const char *const chapter = "08_cutlass_hierarchy";
    return (expected(chapter, step, m, n, MANY) - expected(chapter, step, m, n, FEW)) /
           ((MANY - FEW) / (double)PLAN_BK);
}

static void turns_of_tiles(void)
{
    struct step step = step_named("08_cutlass_hierarchy", "8_tuned");
    step.run.gemm = one_configuration;
    gpu_time_in((struct circumstances){.evicted = true}); // tune_tensor.cu fills L2 in between
    for (configuration = 0; configuration < PLAN_CONFIGURATIONS; configuration++) {
        const struct hier_configuration *c = &hier_configurations[configuration];
        const struct hier_device device = hier_device();
        char name[24];
        snprintf(name, sizeof name, "%dx%d", configuration_bm(c), configuration_bn(c));
        line("tiles", name, "turn",
             ms_of_turn(&step, c, device.sms * configuration_blocks_per_sm(&device, c)));
        line("tiles", name, "turn alone", ms_of_turn(&step, c, device.sms));
    }
    gpu_time_in((struct circumstances){.mhz = 0});
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
#include "../tune/unroll_facts.inc"
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

// ---- What ncu counted ---------------------------------------------------------------------------

// The machine code that was profiled is not the current one: bench/code/kernel_facts.py of the
// commits that the records name.
static const struct {
    struct kernel_facts facts;
    int size, mhz; // as ncu held it
} profiled[] = {
    {{"07_tensor_core/6_warp_tile", "", 124, 0, 32768, 64, 76, 64, 76, 64, 0, 41, 0}, 4096, 1340},
    {{"08_cutlass_hierarchy/8_tuned", "", 254, 0, 0, 128, 99, 128, 99, 64, 0, 29, 0}, 4096, 1330},
};

enum { NCU_MMA = 6 }; // cycles that ncu counts for an mma.m16n8k16: counted share x cycles / mma

static void counted_by_ncu(void)
{
    for (size_t i = 0; i < sizeof profiled / sizeof *profiled; i++) {
        const char *slash = strchr(profiled[i].facts.source, '/');
        char chapter[40];
        snprintf(chapter, sizeof chapter, "%.*s", (int)(slash - profiled[i].facts.source),
                 profiled[i].facts.source);
        const struct step step = step_named(chapter, slash + 1);
        const int size = profiled[i].size;
        gpu_time_in((struct circumstances){.mhz = profiled[i].mhz});
        const int interval = gpu_time_of("h200")->mma;
        facts_are(&profiled[i].facts);
        const struct expectation e = expect(chapter, &step, size, size, size);
        facts_are(NULL);
        gpu_time_in((struct circumstances){.mhz = 0});
        line("ncu", profiled[i].facts.source, "instructions in a cycle", e.ipc);
        line("ncu", profiled[i].facts.source, "tensor cores busy",
             e.mma_busy * 16 * NCU_MMA / interval);
    }
}

int main(void)
{
    struct machine machine;
    struct failure why;
    if (!gpu_ops()->open(&machine, &why))
        return 1;
    counted_by_ncu();
    turns_of_tiles();
    numbers_of_stages(4096);
    numbers_of_stages(8192);
    compiled_otherwise(4096);
    return 0;
}
