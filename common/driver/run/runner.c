// SPDX-License-Identifier: MIT
#include "runner.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../step/kind.h"
#include "check.h"
#include "expected.h"
#include "frame.h"
#include "../npy/npy.h"
#include "observe.h"
#include "../../base/progress.h"
#include "../../base/terminal.h"
#include "workload.h"

// Features that the flags request and these steps do not have.
static void report_unsuited(struct report *report, const struct request *q,
                            const struct setup *setup)
{
    for (int i = 0; i < q->unsuited_count; i++) {
        const struct gemm_problem p = request_problem(q, q->unsuited[i], setup);
        struct result r = {.chapter = setup->chapter,
                           .step = q->unsuited[i],
                           .problem = &p,
                           .machine = &setup->machine,
                           .status = STATUS_SKIPPED};
        request_suits(q, q->unsuited[i], &r.reason);
        report_result(report, &r);
    }
}

// The table begins again if the problem changes.
static void begin_group(struct report *report, const struct request *q, int index,
                        const struct setup *setup)
{
    const struct step *step = q->steps[index];
    const struct gemm_problem p = request_problem(q, step, setup);
    report->has_peer = step->kind == STEP_GEMM;
    report->expects = expect_beside(q, step, setup);
    report->expected_size = report->expects && expect_of_course(q) ? EXPECT_COURSE_SIZE : 0;
    if (index > 0 && report->format != FORMAT_TABLE)
        return;
    if (index > 0)
        putchar('\n');
    if (report->format == FORMAT_TABLE)
        frame_problem(q, step, &p);
    report_begin(report);
    if (index == 0)
        report_unsuited(report, q, setup);
}

// ---- Steps ---------------------------------------------------------------------------------------

// Work that takes seconds is announced, because a kernel cannot report its progress.
static void announce(const struct step *step, const struct gemm_problem *p,
                     const struct machine *machine)
{
    const double products = kind_of(step)->operations(p) / 2;
    if (products > (machine->is_emulated ? 1e8 : 1e10))
        progress_now("running %s ...", step->name);
}

// A launch that the machine rejects would end the program (cuda_check.h): then the step's row and
// the command that repeats it would be missing.
static const struct result *running;

static void say_running(void)
{
    if (!running)
        return;
    progress_clear();
    fflush(stdout);
    fprintf(stderr, "%s: the program ended in %s; repeat: ", running->chapter->name,
            running->step->name);
    print_repeat(running, stderr);
    fputc('\n', stderr);
}

static void running_begin(const struct result *r)
{
    static bool registered;
    running = r;
    if (!registered)
        registered = atexit(say_running) == 0;
}

static void running_end(void) { running = NULL; }

static struct result run_step(struct workload *w, const struct step *step,
                              const struct setup *setup)
{
    const struct gemm_problem *p = &w->problem;
    struct result r = {
        .chapter = setup->chapter, .step = step, .problem = p, .machine = &setup->machine};
    if (!step_can_run(step, p, &setup->machine, &r.reason)) {
        r.status = STATUS_SKIPPED;
        return r;
    }
    running_begin(&r);
    announce(step, p, &setup->machine);
    if (check_step(step, p, setup, &r))
        judge_step(w, step, &r);
    running_end();
    const bool right = r.status == STATUS_OK;
    // A wrong step gets no speed, and an empty C has none.
    r.has_times = right && !setup->machine.is_emulated && w->C.rows > 0 && w->C.cols > 0;
    r.has_cost = right && setup->machine.is_emulated && step->place == STEP_ON_GPU;
    if (r.has_cost)
        observe_step(w, step, &setup->machine, &r.cost);
    progress_clear();
    return r;
}

// A table shows what is wrong; for the other formats stderr reports it.
static int say_wrong(const struct setup *setup, const struct result *r)
{
    struct failure why;
    if (setup->format == FORMAT_TABLE)
        return EXIT_WRONG;
    if (r->status == STATUS_WRONG && r->verdict.wrong > 0)
        fail(&why, "%s is wrong: C(%d, %d) = %.9g, expected %.9g", r->step->name, r->verdict.row,
             r->verdict.col, r->verdict.got, r->verdict.expected);
    else if (r->status == STATUS_WRONG)
        fail(&why, "%s is wrong: it writes between the rows of C", r->step->name);
    else
        fail(&why, "%s: %s%s%s", r->step->name, status_of(r),
             r->status == STATUS_FAILED ? ": " : "",
             r->status == STATUS_FAILED ? r->reason.text : "");
    return complain(setup->chapter, &why, EXIT_WRONG);
}

// The C of the last step that was right, kept for --out.
struct kept {
    const struct step *step;
    struct matrix C;
};

static void keep(struct kept *kept, struct workload *w, const struct step *step)
{
    if (kept->C.data &&
        (kept->C.type != w->C.type || kept->C.rows != w->C.rows || kept->C.cols != w->C.cols))
        matrix_free(&kept->C); // of another problem
    if (kept->C.data == NULL && !matrix_alloc(&kept->C, w->C.type, w->C.rows, w->C.cols, w->C.ld))
        return;
    kept->step = step;
    const struct matrix other = kept->C;
    kept->C = w->C;
    w->C = other;
}

static int write_kept(struct kept *kept, const struct setup *setup, const char *path)
{
    struct failure why, reason;
    if (!kept->step) {
        fail(&why, "--out %s: not written, no step was right", path);
        return complain(setup->chapter, &why, EXIT_WRONG);
    }
    if (!npy_write(path, &kept->C, &reason)) {
        fail(&why, "--out %s", reason.text);
        return complain(setup->chapter, &why, EXIT_WRONG);
    }
    if (setup->format == FORMAT_TABLE)
        printf("wrote %s: C of %s\n", path, kept->step->name);
    return EXIT_OK;
}

static struct report make_report(const struct setup *setup, const struct request *q)
{
    struct report report = {
        .format = setup->format,
        .out = stdout,
        .columns = q->wide ? 0 : terminal_columns(stdout),
        .colour = terminal_has_colour(stdout),
        .name_width = 14,
        .status_width = (int)strlen(status_name(q->predict ? STATUS_PREDICTED : STATUS_SKIPPED)),
        .has_times = !setup->machine.is_emulated && !q->predict,
        .has_gpu_times = setup->gpu && !setup->machine.is_emulated && !q->predict,
        .has_costs = setup->machine.is_emulated || q->predict,
        .all_counters = q->counters,
    };
    for (int i = 0; i < q->step_count + q->unsuited_count; i++) {
        const struct step *step = i < q->step_count ? q->steps[i] : q->unsuited[i - q->step_count];
        const int width = (int)strlen(step->name);
        if (width > report.name_width)
            report.name_width = width;
    }
    return report;
}

// Formulas count in 64 bits: bytes, too, of which each product may need about 60.
static bool can_count(const struct step *step, const struct gemm_problem *p, struct failure *why)
{
    enum { BITS = 57 };
    const double products = kind_of(step)->operations(p) / 2;
    return products <= (double)(1LL << BITS) ||
           fail(why, "%.3g products, more than 2^%d: their counts would not fit 64 bits", products,
                BITS);
}

int predict_steps(const struct request *q, const struct setup *setup)
{
    struct report report = make_report(setup, q);
    if (setup->format == FORMAT_TABLE)
        frame_title(setup);
    for (int i = 0; i < q->step_count; i++) {
        const struct step *step = q->steps[i];
        const struct gemm_problem p = request_problem(q, step, setup);
        if (i == 0 || !request_same_problem(q, step, q->steps[i - 1], setup))
            begin_group(&report, q, i, setup);
        struct result r = {
            .chapter = setup->chapter, .step = step, .problem = &p, .machine = &setup->machine};
        if (!step->predict) {
            r.status = STATUS_SKIPPED;
            fail(&r.reason, "has no formula");
        } else if (!can_count(step, &p, &r.reason) || (step->fits && !step->fits(&p, &r.reason))) {
            r.status = STATUS_SKIPPED;
        } else {
            r.status = STATUS_PREDICTED;
            r.has_cost = true;
            r.cost = predict_step(&p, step, &setup->machine);
        }
        report_result(&report, &r);
    }
    if (setup->format == FORMAT_TABLE) {
        putchar('\n');
        report_legend(&report);
        putchar('\n');
        terminal_line(stdout,
                      "Nothing was run. common/predict/model.h says what the model leaves out.");
    }
    return EXIT_OK;
}

// One run of the program: the data that its steps share.
struct run {
    const struct request *request;
    const struct setup *setup;
    struct report report;
    FILE *ladder; // or NULL
    struct kept kept;
    bool heat_found;
    int status;
    int bad; // steps
    const char *first_bad;
    bool found; // one of them by a diagnosis
};

static void report_all(struct run *run, const struct result *results, int count)
{
    for (int i = 0; i < count; i++) {
        report_result(&run->report, &results[i]);
        if (run->ladder)
            report_ladder(&results[i], run->ladder);
        struct failure why;
        if (results[i].has_cost &&
            !observe_print(run->request, run->setup->gpu, &run->heat_found, &why))
            run->status = complain(run->setup->chapter, &why, EXIT_WRONG);
        if (is_bad(&results[i])) {
            run->status = say_wrong(run->setup, &results[i]);
            if (run->bad++ == 0)
                run->first_bad = results[i].step->name;
            run->found = run->found || results[i].status == STATUS_FOUND;
        }
    }
}

// Steps begin ... end - 1, which share one problem. On a GPU all are checked, then all timed
// alternately; elsewhere each is reported as soon as it has run.
static bool run_group(struct run *run, int begin, int end, struct failure *why)
{
    const struct request *q = run->request;
    const struct setup *setup = run->setup;
    const bool together = setup->gpu && !setup->machine.is_emulated;
    struct workload w;
    begin_group(&run->report, q, begin, setup);
    struct result *results = malloc((size_t)(end - begin) * sizeof *results);
    if (!results)
        return fail(why, "no memory for %d results", end - begin);
    const struct gemm_problem p = request_problem(q, q->steps[begin], setup);
    const struct data data = {.a = q->a, .b = q->b, .seed = q->seed};
    if (!workload_create(&w, &p, q->steps[begin], &data, setup, why)) {
        free(results);
        return false;
    }
    int count = 0;
    for (int i = begin; i < end; i++) {
        results[count++] = run_step(&w, q->steps[i], setup);
        struct result *last = &results[count - 1];
        last->cost.expected.ms = NAN;
        if (last->has_cost && run->report.expects)
            expect_cost(q, last->step, setup, &last->cost.expected);
        if (last->status == STATUS_OK && q->out)
            keep(&run->kept, &w, q->steps[i]);
        if (together && i + 1 < end)
            continue;
        workload_time(&w, setup, results, count);
        report_all(run, results, count);
        count = 0;
    }
    workload_free(&w);
    free(results);
    return true;
}

// Where the steps that share their problem with step `begin` end: they share matrices and
// reference.
static int end_of_group(const struct request *q, const struct setup *setup, int begin)
{
    int end = begin + 1;
    while (end < q->step_count && request_same_problem(q, q->steps[end], q->steps[end - 1], setup))
        end++;
    return end;
}

// The last line after a mistake; the emulated GPU prints its own, about all its diagnoses.
static void sum_up(const struct run *run)
{
    const struct request *q = run->request;
    if (run->bad == 0 || run->found || run->setup->format != FORMAT_TABLE)
        return;
    fflush(stdout);
    fprintf(stderr, "%s: %d of %d steps wrong; first: %s\n", run->setup->chapter->name, run->bad,
            q->step_count, run->first_bad);
}

static int run_groups(struct run *run)
{
    const struct request *q = run->request;
    const struct setup *setup = run->setup;
    struct failure why;
    if (setup->format == FORMAT_TABLE)
        frame_title(setup);
    for (int begin = 0, end; begin < q->step_count; begin = end) {
        end = end_of_group(q, setup, begin);
        if (!run_group(run, begin, end, &why))
            return complain(setup->chapter, &why, EXIT_WRONG);
    }
    if (setup->format == FORMAT_TABLE)
        frame_footer(&run->report, q, setup);
    sum_up(run);
    if (q->out && write_kept(&run->kept, setup, q->out) != EXIT_OK)
        run->status = EXIT_WRONG;
    if (!run->heat_found && run->status == EXIT_OK) {
        fail(&why,
             "--heat %s: no step that ran loads or stores there; --lines shows which lines do",
             q->heat);
        return complain(setup->chapter, &why, EXIT_REQUEST);
    }
    return run->status;
}

int run_steps(const struct request *q, const struct setup *setup)
{
    struct failure why;
    struct run run = {
        .request = q,
        .setup = setup,
        .report = make_report(setup, q),
        .heat_found = q->heat == NULL,
        .status = EXIT_OK,
    };
    const char *ladder = getenv("LADDER_FILE"); // set by `make run`
    run.ladder = ladder ? fopen(ladder, "a") : NULL;
    if (ladder && !run.ladder) {
        fail(&why, "LADDER_FILE %s: %s", ladder, strerror(errno));
        return complain(setup->chapter, &why, EXIT_REQUEST);
    }
    reference_on_gpu(setup);
    int status = run_groups(&run);
    expect_done(setup->gpu);
    if (run.ladder && fclose(run.ladder) != 0) {
        fail(&why, "LADDER_FILE %s: %s", ladder, strerror(errno));
        status = complain(setup->chapter, &why, EXIT_WRONG);
    }
    matrix_free(&run.kept.C);
    return status;
}
