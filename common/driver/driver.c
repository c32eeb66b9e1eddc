// SPDX-License-Identifier: MIT
#include "driver.h"

#include <stdio.h>

#include "run/expected.h"
#include "request/request.h"
#include "run/runner.h"
#include "run/workload.h"

// ---- The machine ---------------------------------------------------------------------------------

static bool needs_gpu(const struct request *q)
{
    for (int i = 0; i < q->step_count; i++)
        if (q->steps[i]->place == STEP_ON_GPU)
            return true;
    return false;
}

// Returns an exit status; EXIT_OK when the machine is ready.
static int open_machine(struct setup *setup, const struct request *q)
{
    struct failure why, reason;
    if (!needs_gpu(q)) {
        if (q->gpu) {
            fail(&why, "--gpu %s: the chosen steps run on the CPU", q->gpu);
            return complain(setup->chapter, &why, EXIT_REQUEST);
        }
        setup->machine = machine_of_cpu();
        return EXIT_OK;
    }
    setup->gpu = gpu_ops();
    if (q->gpu && !setup->gpu->choose(q->gpu, &reason)) {
        fail(&why, "--gpu %s: %s", q->gpu, reason.text);
        return complain(setup->chapter, &why, EXIT_REQUEST);
    }
    if (!setup->gpu->open(&setup->machine, &why))
        return complain(setup->chapter, &why, EXIT_WRONG);
    return EXIT_OK;
}

// ---- Before anything is printed ------------------------------------------------------------------

// A real GPU counts only for Nsight Compute, and a CPU does not count.
static bool check_observation(const struct request *q, const struct setup *setup,
                              struct failure *why)
{
    const char *flag = request_observation(q);
    if (!flag || setup->machine.is_emulated || q->predict)
        return true;
    if (!setup->gpu)
        return fail(why, "%s: only the emulated GPU counts; the chosen steps run on the CPU", flag);
    return fail(why, "%s: only the emulated GPU counts (make GPU=emu); this is %s", flag,
                setup->machine.name);
}

// A request that cannot work is rejected as a whole, before it costs time. If all steps run, a step
// that does not fit is skipped; if it was named, the request is bad.
static bool check_named_steps(const struct request *q, const struct setup *setup,
                              struct failure *why)
{
    for (int i = 0; i < q->step_count; i++)
        if (!request_holds_rows(q, q->steps[i], setup, why))
            return false;
    for (int i = 0; q->steps_named && i < q->step_count; i++) {
        const struct step *step = q->steps[i];
        const struct gemm_problem p = request_problem(q, step, setup);
        struct failure reason;
        if (step->fits && !step->fits(&p, &reason))
            return fail(why, "--step %s: %s", step->name, reason.text);
    }
    return true;
}

static bool check_memory(const struct request *q, const struct setup *setup, struct failure *why)
{
    for (int i = 0; i < q->step_count; i++) {
        const struct gemm_problem p = request_problem(q, q->steps[i], setup);
        if (!workload_fits(&p, q->steps[i], setup, why))
            return false;
    }
    return true;
}

// ---- The whole -----------------------------------------------------------------------------------

// All steps, and nothing but their table?
static bool is_whole_run(const struct request *q)
{
    return !q->steps_named && q->format == FORMAT_TABLE && !q->counters && !q->lines && !q->out;
}

// Steps that are not in the table.
static int run_numbered(const struct chapter *chapter, const struct request *q,
                        const struct setup *setup)
{
    int status = EXIT_OK;
    for (int i = 0; i < chapter->experiment_count && status == EXIT_OK; i++) {
        const struct experiment *e = &chapter->experiments[i];
        const struct gemm_problem p = request_problem(q, NULL, setup);
        if (!e->step)
            continue;
        printf("\n%s\n", e->step);
        status = e->run(&p, setup);
    }
    return status;
}

static int run_request(const struct chapter *chapter, struct request *q)
{
    struct failure why;
    struct setup setup = {
        .chapter = chapter,
        .format = (enum report_format)q->format,
        .reps = q->reps,
        .cold = q->cold,
        .value = q->experiment_value,
        .beside = q->experiment_beside,
        .svg = q->svg,
    };
    const int status = open_machine(&setup, q);
    if (status != EXIT_OK)
        return status;
    if (!check_observation(q, &setup, &why))
        return complain(chapter, &why, EXIT_REQUEST);
    if (q->experiment) {
        const struct gemm_problem p = request_problem(q, NULL, &setup);
        return q->experiment->run(&p, &setup);
    }
    if (!check_named_steps(q, &setup, &why))
        return complain(chapter, &why, EXIT_REQUEST);
    if (q->expect)
        return expect_steps(q, &setup);
    if (q->predict)
        return predict_steps(q, &setup);
    if (!check_memory(q, &setup, &why))
        return complain(chapter, &why, EXIT_REQUEST);
    const int result = run_steps(q, &setup);
    return result == EXIT_OK && is_whole_run(q) ? run_numbered(chapter, q, &setup) : result;
}

int chapter_main(const struct chapter *chapter, int argc, char **argv)
{
    struct request q;
    struct failure why;
    if (!request_parse(chapter, argc, argv, &q, &why))
        return complain(chapter, &why, EXIT_REQUEST);
    int status = EXIT_OK;
    if (q.help)
        request_help(chapter, stdout);
    else if (q.list)
        report_steps((enum report_format)q.format, chapter, stdout);
    else
        status = run_request(chapter, &q);
    request_free(&q);

    // A full disk or a closed pipe must not count as success.
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fail(&why, "standard output cannot be written");
        return complain(chapter, &why, EXIT_WRONG);
    }
    return status;
}
