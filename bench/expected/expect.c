// SPDX-License-Identifier: MIT
//
// expect.c: the expected time of every GEMM step, as a table: make expect-compare holds it against
// what was measured.
//
//     expect [--alone] [--step TEXT] [--below NN/NUMBER] [--set NAME=NUMBER] SIZE...
//
// --alone: without what nvcc said of the kernels; --below 10/1: of chapter 10 no step; --set:
// another value of what was fitted (emu/timing/fitted.h).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/driver/run/expected.h"
#include "emu/timing/fitted.h"
#include "common/step/course.h"
#include "common/step/kind.h"

static void one(const struct chapter *chapter, const struct step *step, bool trans_b, int size,
                bool alone)
{
    struct gemm_problem p = {.trans_b = trans_b, .m = size, .n = size, .k = size, .alpha = 1};
    struct expectation e;
    struct failure why;
    p.lda = p.ldb = p.ldc = size;
    if (!expect_step(gpu_ops(), chapter->name, step, &p, !alone, false, &e, &why)) {
        fprintf(stderr, "%s/%s: %s\n", chapter->name, step->name, why.text);
        return;
    }
    int most = 1; // but what is issued
    for (int i = 2; i < EXPECT_WHYS; i++)
        most = e.why[i] > e.why[most] ? i : most;
    printf("%s\t%s\t%s\t%s-%s\t%s\t%d\t%.6g\t%s\t%s\t%d\t%d\t%.2f\t%.2f\t%.2f\n",
           alone ? "alone" : "with", chapter->name, step->name, dtype_name(step->type_ab),
           dtype_name(step->type_c), trans_b ? "NT" : "NN", size, e.ms, e.why_names[most], e.kernel,
           e.registers, e.blocks_per_sm, e.ipc, e.mma_busy, e.l1_busy);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    bool alone = false;
    char below_in[3] = "";
    int first_left_out = 0;
    const char *only = NULL;
    struct machine machine;
    struct failure why;
    if (!gpu_ops()->open(&machine, &why))
        return 1;
    for (int a = 1; a < argc; a++) {
        if (strcmp(argv[a], "--below") == 0 && a + 1 < argc) {
            if (sscanf(argv[++a], "%2[0-9]/%d", below_in, &first_left_out) != 2) {
                fprintf(stderr, "expect: --below %s: not as 10/1\n", argv[a]);
                return 2;
            }
        } else if (strcmp(argv[a], "--set") == 0 && a + 1 < argc) {
            if (!fitted_set(argv[++a])) {
                fprintf(stderr, "expect: --set %s: no such number\n", argv[a]);
                return 2;
            }
        } else if (strcmp(argv[a], "--alone") == 0)
            alone = true;
        else if (strcmp(argv[a], "--step") == 0 && a + 1 < argc)
            only = argv[++a];
        else
            for (int c = 0; c < course_chapter_count; c++)
                for (int s = 0; s < course_chapters[c]->step_count; s++) {
                    const struct step *step = chapter_step(course_chapters[c], s);
                    char name[200];
                    snprintf(name, sizeof name, "%s/%s", course_chapters[c]->name, step->name);
                    const bool left_out = first_left_out > 0 && strncmp(name, below_in, 2) == 0 &&
                                          atoi(step->name) >= first_left_out;
                    if (left_out || step->place != STEP_ON_GPU || step->kind != STEP_GEMM ||
                        (only && !strstr(name, only)))
                        continue;
                    one(course_chapters[c], step, false, atoi(argv[a]), alone);
                    if (step_transposes(step) & TRANSPOSE_NT)
                        one(course_chapters[c], step, true, atoi(argv[a]), alone);
                }
    }
    return 0;
}
