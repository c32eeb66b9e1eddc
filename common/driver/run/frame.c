// SPDX-License-Identifier: MIT
#include "frame.h"

#include <stdio.h>

#include "../../base/terminal.h"
#include "../../step/kind.h"
#include "expected.h"

static void print_machine(const struct machine *machine)
{
    char gpu[100] = "", peak[60] = "", text[300];
    if (machine->is_gpu)
        snprintf(gpu, sizeof gpu, ", compute capability %d.%d, %d SMs",
                 machine->compute_capability / 10, machine->compute_capability % 10,
                 machine->sm_count);
    if (machine->is_gpu && !machine->is_emulated && machine->peak_fp32 > 0)
        snprintf(peak, sizeof peak, ", fp32 peak %.1f TFLOP/s", 1e-12 * machine->peak_fp32);
    snprintf(text, sizeof text, "%s%s%s", machine->name, gpu, peak);
    terminal_fold_on_screen(stdout, printf("machine   "), text);
    putchar('\n');
}

void frame_title(const struct setup *setup)
{
    terminal_fold_on_screen(stdout, printf("%s: ", setup->chapter->name), setup->chapter->title);
    putchar('\n');
    print_machine(&setup->machine);
}

static void print_data(const struct request *q, const struct shapes *s)
{
    printf("data      A %s", q->a ? q->a : "random");
    if (s->B.rows > 0 || s->B.cols > 0 || q->b)
        printf(", B %s", q->b ? q->b : "random");
    printf(" (seed %lld)\n", q->seed);
}

void frame_problem(const struct request *q, const struct step *step, const struct gemm_problem *p)
{
    const struct kind *kind = kind_of(step);
    const struct shapes s = kind->shapes(p);
    printf("problem   ");
    kind->print(p, stdout);
    putchar('\n');
    print_data(q, &s);
    if (s.C.rows == 0 || s.C.cols == 0)
        printf("note      C is empty: every step runs, and has nothing to compute\n");
    else if (step->kind == STEP_GEMM && gemm_only_scales(p))
        printf("note      %s is 0: only beta C remains\n", p->k == 0 ? "k" : "alpha");
    putchar('\n');
}

void frame_footer(const struct report *report, const struct request *q, const struct setup *setup)
{
    bool any_gemm = false, boxes = false;
    for (int i = 0; i < q->step_count; i++) {
        any_gemm = any_gemm || q->steps[i]->kind == STEP_GEMM;
        boxes = boxes || q->steps[i]->min_compute_capability >= 90;
    }
    putchar('\n');
    report_legend(report);
    if (setup->machine.is_emulated && boxes)
        puts("Where a step uses the copy engine (TMA), a request is a box.");
    if (setup->machine.is_emulated) {
        putchar('\n');
        terminal_fold(
            stdout, 0,
            "The emulated GPU computes and counts what a GPU does; it does not measure time "
            "(emu/EXPECT.md: how expected times are simulated, and how far off they are).");
        putchar('\n');
    } else if (setup->gpu)
        printf("\nTimes by CUDA events, %s L2 cache.%s\n", setup->cold ? "cold" : "hot",
               any_gemm ? " Steps of one problem and cuBLAS, in its types\n"
                          "(fp32: no TF32), ran in turn, after a pause each."
                        : " The steps of one problem ran in turn, after\n"
                          "a pause each.");
}
