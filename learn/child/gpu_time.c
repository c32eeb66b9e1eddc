// SPDX-License-Identifier: MIT
#include "child.h"

#include "../../common/base/timer.h"
#include "../../common/driver/gpu/gpu.h"
#include "call.h"

enum { REPS = 20 };

struct timed {
    enum form form;
    const struct gemm *g;
    struct step step;
};

static void launch_exercise(void *context)
{
    const struct timed *t = context;
    call_exercise(t->form, t->g);
}

static void launch_cublas(void *context)
{
    const struct timed *t = context;
    struct failure why;
    gpu_ops()->cublas(&t->step, &t->g->problem, t->g->A, t->g->B, t->g->C, &why);
}

void time_exercise(enum form form, const struct job *job, const struct gemm *g, double *ms,
                   double *cublas_ms)
{
    double samples[2][REPS];
    struct timed timed = {
        form, g, {.kind = STEP_GEMM, .type_ab = job->A.type, .type_c = job->C.type}};
    struct contender contenders[2] = {
        {.launch = launch_exercise, .context = &timed, .ms = samples[0], .rests = true},
        {.launch = launch_cublas, .context = &timed, .ms = samples[1], .rests = true},
    };
    struct failure why;
    const bool product = form == FORM_SGEMM || form == FORM_GEMM;
    const bool peer = product && g->problem.k > 0 &&
                      gpu_ops()->cublas(&timed.step, &g->problem, g->A, g->B, g->C, &why);
    gpu_ops()->time(contenders, peer ? 2 : 1, REPS, false);
    *ms = statistics_of(samples[0], REPS).median;
    *cublas_ms = peer ? statistics_of(samples[1], REPS).median : 0;
}
