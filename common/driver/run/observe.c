// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // setenv
#include "observe.h"

#include <stdlib.h>

#include "../../base/output.h"

void observe_step(const struct workload *w, const struct step *step, const struct machine *machine,
                  struct cost *cost)
{
    cost->predicted = step->predict ? step->predict(&w->problem) : counts_unknown();
    cost->has_model = model_step(machine, step, &w->problem, &cost->counted, &cost->model);
}

struct cost predict_step(const struct gemm_problem *p, const struct step *step,
                         const struct machine *machine)
{
    struct cost cost = {.counted = counts_unknown(), .predicted = step->predict(p)};
    cost.has_model = model_step(machine, step, p, &cost.predicted, &cost.model);
    return cost;
}

static bool print_banks(const struct request *q, const struct counting *counting,
                        struct failure *why)
{
    struct shared_access *accesses;
    struct failure reason;
    const int count = counting->shared_accesses(&accesses);
    putchar('\n');
    shared_accesses_print(accesses, count, stdout);
    const bool good =
        !q->svg || shared_accesses_draw(accesses, count, q->steps[0]->name, q->svg, &reason);
    free(accesses);
    return good || fail(why, "--svg %s", reason.text);
}

static bool print_heat(const struct request *q, const struct counting *counting,
                       struct failure *why)
{
    struct output out;
    struct failure reason;
    if (q->svg && !output_open(&out, q->svg, &reason))
        return fail(why, "--svg %s", reason.text);
    putchar('\n');
    counting->print_heat(q->heat, stdout, q->svg ? out.file : NULL);
    putchar('\n');
    return !q->svg || output_close(&out, &reason) || fail(why, "--svg %s", reason.text);
}

bool observe_print(const struct request *q, const struct gpu_ops *gpu, bool *heat_found,
                   struct failure *why)
{
    const struct counting *counting = gpu->counting();
    if (q->wide && (q->lines || q->heat)) // the engine, too, follows COLUMNS
        setenv("COLUMNS", "1000", 1);
    if (q->lines) {
        putchar('\n');
        counting->print_lines(stdout);
        putchar('\n');
    }
    if (q->banks && !print_banks(q, counting, why))
        return false;
    if (!q->heat || !counting->has_place(q->heat))
        return true;
    *heat_found = true;
    return print_heat(q, counting, why);
}
