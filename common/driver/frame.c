// SPDX-License-Identifier: MIT
#include "frame.h"

#include <stdio.h>

#include "../step/kind.h"
#include "expect.h"

static void print_machine(const struct machine *machine)
{
    printf("machine   %s", machine->name);
    if (machine->is_gpu)
        printf(", compute capability %d.%d, %d SMs", machine->compute_capability / 10,
               machine->compute_capability % 10, machine->sm_count);
    if (machine->is_gpu && !machine->is_emulated && machine->peak_fp32 > 0)
        printf(", fp32 peak %.1f TFLOP/s", 1e-12 * machine->peak_fp32);
    putchar('\n');
}

void frame_title(const struct setup *setup)
{
    printf("%s: %s\n", setup->chapter->name, setup->chapter->title);
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

static void print_emulated_footer(const struct request *q, const struct setup *setup)
{
    bool expects = false, models = false, boxes = false;
    for (int i = 0; i < q->step_count; i++) {
        const bool expected = expect_beside(q, q->steps[i], setup);
        expects = expects || expected;
        models = models || !expected;
        boxes = boxes || q->steps[i]->min_compute_capability >= 90;
    }
    putchar('\n');
    print_words(WORDS_OF_COSTS | (expects ? WORDS_OF_EXPECTED : 0u) |
                    (models ? WORDS_OF_MODEL : 0u) | (boxes ? WORDS_OF_BOXES : 0u),
                stdout);
    puts("=  the number that the step's formula predicts (--counters shows all of them)\n");
    if (!expects)
        puts("The emulated GPU computes what a GPU computes, but cannot say how long one takes.");
    else if (expect_of_course(q))
        puts("The emulated GPU computes what a GPU computes. How long one takes, at m = n = k = "
             "4096, is\n"
             "expected: emu/EXPECT.md says how, and how far off that is.");
    else
        puts("The emulated GPU computes what a GPU computes. How long one takes is expected:\n"
             "emu/EXPECT.md says how, and how far off that is.");
}

void frame_footer(const struct request *q, const struct setup *setup)
{
    bool any_gemm = false;
    for (int i = 0; i < q->step_count; i++)
        any_gemm = any_gemm || q->steps[i]->kind == STEP_GEMM;
    if (setup->machine.is_emulated) {
        print_emulated_footer(q, setup);
    } else {
        putchar('\n');
        print_words(WORDS_OF_TIMES, stdout);
    }
    if (setup->gpu && !setup->machine.is_emulated)
        printf(
            "Times by CUDA events, %s L2 cache.%s\n", setup->cold ? "cold" : "hot",
            any_gemm
                ? " Steps of one problem and cuBLAS, in its types (fp32: no TF32), ran in turn,\n"
                  "after a pause each."
                : " The steps of one problem ran in turn, after a pause each.");
}
