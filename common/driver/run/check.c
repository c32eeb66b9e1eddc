// SPDX-License-Identifier: MIT
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "../../step/kind.h"

bool step_can_run(const struct step *step, const struct gemm_problem *p,
                  const struct machine *machine, struct failure *why)
{
    const int needed = step->min_compute_capability, there = machine->compute_capability;
    const int usable = machine_capability(machine);
    if (step->place == STEP_ON_GPU && usable < needed && needed <= there)
        return fail(why,
                    "needs compute capability %d.%d; this GPU has it, but the program was compiled "
                    "for %d.%d: make GPU=cuda ARCH=%d",
                    needed / 10, needed % 10, usable / 10, usable % 10, there);
    if (step->place == STEP_ON_GPU && there < needed)
        return fail(why, "needs compute capability %d.%d; this GPU has %d.%d", needed / 10,
                    needed % 10, there / 10, there % 10);
    return !step->fits || step->fits(p, why);
}

// ---- One run -------------------------------------------------------------------------------------

static const struct counting *counting_of(const struct workload *w, const struct step *step)
{
    return w->gpu && step->place == STEP_ON_GPU ? w->gpu->counting() : NULL;
}

void judge_step(struct workload *w, const struct step *step, struct result *r)
{
    const struct counting *counting = counting_of(w, step);
    if (counting) {
        counting->take_found(&r->found); // earlier diagnoses do not belong to this step
        counting->begin();
    }
    r->found = (struct found){0};
    const bool ran = workload_run(w, step, &r->reason);
    if (counting) {
        counting->end(&r->cost.counted);
        counting->take_found(&r->found);
    }
    r->has_verdict = ran;
    if (ran)
        r->verdict = workload_verify(w);
    r->status = r->found.times > 0 ? STATUS_FOUND
                : !ran             ? STATUS_FAILED
                : r->verdict.ok    ? STATUS_OK
                                   : STATUS_WRONG;
    if (!ran || r->verdict.ok)
        return;
    const int row = r->verdict.row, col = r->verdict.col;
    r->is_unwritten = r->verdict.wrong > 0 && workload_kept(w, row, col);
    r->has_owner = r->verdict.wrong > 0 && step->owner;
    if (r->has_owner)
        r->owner = step->owner(&w->problem, row, col);
}

// ---- The small problems --------------------------------------------------------------------------

// Primes, and leading dimensions that differ from all sizes and from each other. A block of threads
// that is wider than 41 and taller than 37 overhangs at both edges; 263 columns are more blocks
// than 37 rows, so that confusing the two shows; 35 products are several tiles and a part of one.
static const struct small {
    int m, n, k;
    int gap_a, gap_b, gap_c; // after each row
    double alpha, beta;
    bool integers;
    bool any_transposes; // all that the step has; otherwise those that were requested
} small[] = {
    {37, 41, 29, 6, 2, 10, -3, 2, false, true},
    {41, 37, 1, 4, 6, 2, 2, 0, false, false},
    {37, 263, 35, 5, 1, 9, 2, -1, true, false},
};

static struct gemm_problem small_problem(const struct small *s, const struct step *step,
                                         bool trans_a, bool trans_b)
{
    const struct kind *kind = kind_of(step);
    struct gemm_problem p = {
        .trans_a = trans_a,
        .trans_b = trans_b,
        .m = strchr(kind->sizes, 'm') ? s->m : 0,
        .n = strchr(kind->sizes, 'n') ? s->n : 0,
        .k = strchr(kind->sizes, 'k') ? s->k : 0,
        .alpha = strchr(kind->scales, 'a') ? s->alpha : kind->alpha,
        .beta = strchr(kind->scales, 'b') ? s->beta : kind->beta,
        .gamma = kind->gamma,
    };
    const struct shapes shapes = kind->shapes(&p);
    p.lda = shapes.A.cols + (strchr(kind->strides, 'a') ? s->gap_a : 0);
    p.ldb = shapes.B.cols + (strchr(kind->strides, 'b') ? s->gap_b : 0);
    p.ldc = shapes.C.cols + (strchr(kind->strides, 'c') ? s->gap_c : 0);
    return p;
}

// If there is no memory even for these, the requested problem reports it.
static bool check_small(const struct small *s, const struct step *step, bool trans_a, bool trans_b,
                        const struct setup *setup, struct result *r)
{
    const struct data data = {.seed = 1, .integers = s->integers};
    struct failure why;
    struct workload w;
    r->check = small_problem(s, step, trans_a, trans_b);
    if (!step_can_run(step, &r->check, &setup->machine, &why) ||
        !workload_create(&w, &r->check, step, &data, setup, &why))
        return true;
    judge_step(&w, step, r);
    workload_free(&w);
    r->in_check = r->status != STATUS_OK;
    return !r->in_check;
}

bool check_step(const struct step *step, const struct gemm_problem *p, const struct setup *setup,
                struct result *r)
{
    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        // Those that were requested first: 0, 1, 2 and 3 flip none, one, the other, both.
        for (int flip = 0; flip < (small[i].any_transposes ? 4 : 1); flip++) {
            const struct gemm_problem t = {.trans_a = p->trans_a ^ (flip & 1),
                                           .trans_b = p->trans_b ^ (flip >> 1)};
            if (step->kind == STEP_GEMM ? (step_transposes(step) & gemm_transpose(&t)) == 0
                                        : flip > 0)
                continue;
            if (!check_small(&small[i], step, t.trans_a, t.trans_b, setup, r))
                return false;
        }
    return true;
}
