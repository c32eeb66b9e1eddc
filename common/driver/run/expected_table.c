// SPDX-License-Identifier: MIT
//
// expected_table.c: --expect: the expected times of steps, and for one step where its cycles go.
#include <stdio.h>

#include "../../base/output.h"
#include "../../base/terminal.h"
#include "../../step/kind.h"
#include "expected.h"
#include "check.h"

enum { WHOLE_ROW = 87 }; // columns; narrower: without the registers

static int most_waited_for(const struct expectation *e)
{
    int most = 1; // 0: issued instructions
    for (int i = 2; i < EXPECT_WHYS; i++)
        most = e->why[i] > e->why[most] ? i : most;
    return most;
}

static void print_row(const struct step *step, const struct gemm_problem *p,
                      const struct expectation *e, bool wide)
{
    printf("%-22s  %9.4g ms  %8.4g", step->name, e->ms,
           kind_of(step)->operations(p) / (1e9 * e->ms));
    if (wide)
        printf("  %9d", e->registers);
    printf("  %10d  %s\n", e->blocks_per_sm, e->why_names[most_waited_for(e)]);
}

static void print_details(const struct gpu_ops *gpu, const struct expectation *e)
{
    puts("\nWhere the cycles of the SM's schedulers go:");
    for (int i = 0; i < EXPECT_WHYS; i++)
        printf("  %5.1f%%  %s\n", 100 * e->why[i], e->why_names[i]);
    puts("\nWhat would happen with");
    for (int i = 0; i < EXPECT_LIMITS; i++)
        printf("  %-26s %.2f times as fast\n", e->limit_names[i], e->cycles / e->without[i]);
    puts("\nLine by line:");
    gpu->counting()->expect_lines(stdout);
}

static bool draw_timeline(const char *path, const struct gpu_ops *gpu, const struct expectation *e,
                          struct failure *why)
{
    struct output out;
    struct failure reason;
    if (!output_open(&out, path, &reason))
        return fail(why, "--timeline %s", reason.text);
    gpu->counting()->expect_timeline(e->cycles, out.file);
    return output_close(&out, &reason) || fail(why, "--timeline %s", reason.text);
}

static bool fits(const struct step *step, const struct gemm_problem *p, const struct setup *setup,
                 struct failure *why)
{
    if (step->place != STEP_ON_GPU || step->kind != STEP_GEMM)
        return fail(why, "only GEMM on a GPU");
    return step_can_run(step, p, &setup->machine, why);
}

bool expect_beside(const struct request *q, const struct step *step, const struct setup *setup)
{
    return setup->machine.is_emulated && step->kind == STEP_GEMM && step->place == STEP_ON_GPU &&
           q->format == FORMAT_TABLE && !q->predict && !q->lines && !q->heat && !q->banks;
}

bool expect_of_course(const struct request *q)
{
    return q->size < 0 && q->m < 0 && q->n < 0 && q->k < 0;
}

static struct gemm_problem problem_of(const struct request *asked, const struct step *step,
                                      const struct setup *setup)
{
    struct request q = *asked;
    if (expect_of_course(&q))
        q.size = q.m = q.n = q.k = EXPECT_COURSE_SIZE;
    return request_problem(&q, step, setup);
}

void expect_cost(const struct request *q, const struct step *step, const struct setup *setup,
                 struct expected *expected)
{
    const struct gemm_problem p = problem_of(q, step, setup);
    struct expectation e;
    struct failure why;
    if (p.m == 0 || p.n == 0 || p.k == 0 || !step_can_run(step, &p, &setup->machine, &why) ||
        !expect_step(setup->gpu, setup->chapter->name, step, &p, true, false, &e, &why))
        return;
    *expected = (struct expected){.ms = e.ms,
                                  .tflops = kind_of(step)->operations(&p) / (1e9 * e.ms),
                                  .waits_for = e.why_names[most_waited_for(&e)]};
}

int expect_steps(const struct request *q, const struct setup *setup)
{
    struct failure why;
    if (!setup->gpu || !setup->gpu->counting()) {
        fail(&why, "--expect: only the emulated GPU simulates (make GPU=emu)");
        return complain(setup->chapter, &why, EXIT_REQUEST);
    }
    if (q->format != FORMAT_TABLE) {
        fail(&why, "--expect: prints a table; not together with --format");
        return complain(setup->chapter, &why, EXIT_REQUEST);
    }
    terminal_line(stdout,
                  "Expected on the %s, by simulation of one SM, not measured. emu/EXPECT.md says "
                  "how far off it is. Two steps within 5%% of each other are not ranked.",
                  setup->machine.name);
    putchar('\n');
    const bool wide = q->wide || terminal_columns(stdout) >= WHOLE_ROW;
    printf("%-22s  %12s  %8s", "step", "expected", "TFLOP/s");
    if (wide)
        printf("  %9s", "registers");
    printf("  %10s  %s\n", "blocks/SM", "waits most for");
    for (int i = 0; i < q->step_count; i++) {
        const struct step *step = q->steps[i];
        const struct gemm_problem p = problem_of(q, step, setup);
        struct expectation e;
        if (fits(step, &p, setup, &why) && expect_step(setup->gpu, setup->chapter->name, step, &p,
                                                       true, q->step_count == 1, &e, &why)) {
            print_row(step, &p, &e, wide);
            if (q->step_count == 1)
                print_details(setup->gpu, &e);
            if (q->timeline && !draw_timeline(q->timeline, setup->gpu, &e, &why))
                return complain(setup->chapter, &why, EXIT_WRONG);
        } else {
            terminal_fold_on_screen(stdout, printf("%-22s  %12s  ", step->name, "-"), why.text);
            putchar('\n');
        }
        fflush(stdout);
    }
    expect_done(setup->gpu);
    return EXIT_OK;
}
