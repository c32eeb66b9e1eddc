// SPDX-License-Identifier: MIT
#include "observe.h"

#include <stdlib.h>

struct cost observe_step(struct workload *w, const struct step *step, const struct machine *machine)
{
    const struct counting *counting = w->gpu->counting();
    struct cost cost = {.predicted = counts_unknown()};
    counting->begin();
    workload_run(w, step);
    counting->end(&cost.counted);
    if (step->predict)
        cost.predicted = step->predict(&w->problem);
    cost.has_model = model_step(machine, step, &w->problem, &cost.counted, &cost.model);
    return cost;
}

struct cost predict_step(const struct gemm_problem *p, const struct step *step,
                         const struct machine *machine)
{
    struct cost cost = {.counted = counts_unknown(), .predicted = step->predict(p)};
    cost.has_model = model_step(machine, step, p, &cost.predicted, &cost.model);
    return cost;
}

static void print_banks(const struct request *q, const struct counting *counting)
{
    struct shared_access *accesses;
    struct failure why;
    const int count = counting->shared_accesses(&accesses);
    putchar('\n');
    shared_accesses_print(accesses, count, stdout);
    if (q->svg && !shared_accesses_draw(accesses, count, q->steps[0]->name, q->svg, &why))
        fprintf(stderr, "--svg %s\n", why.text);
    free(accesses);
}

bool observe_print(const struct request *q, const struct gpu_ops *gpu)
{
    const struct counting *counting = gpu->counting();
    if (q->lines) {
        putchar('\n');
        counting->print_lines(stdout);
        putchar('\n');
    }
    if (q->banks)
        print_banks(q, counting);
    if (!q->heat)
        return true;
    if (!counting->has_place(q->heat))
        return false;
    putchar('\n');
    counting->print_heat(q->heat, stdout, q->svg);
    putchar('\n');
    return true;
}
