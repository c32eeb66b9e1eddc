// SPDX-License-Identifier: MIT
//
// gemm: the steps of the chapters beside cuBLAS, in one run: verified, then timed in turns, cool
// and hot, with the ceilings of the same GPU. On an emulated GPU there is nothing to time; --check
// and --once work there too.
#define _POSIX_C_SOURCE 200809L // setenv
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/cublas.h"
#include "../../common/cuda_check.h"
#include "../../common/progress.h"
#include "../../common/reference.h"
#include "../../common/runner.h"
#include "../../common/verify.h"
#include "gemm.h"

enum { OK = 0, WRONG = 1, BAD_REQUEST = 2 };

static int refuse(const struct failure *why, int status)
{
    progress_clear();
    fprintf(stderr, "gemm: %s\n", why->text);
    return status;
}

// ---- Timing --------------------------------------------------------------------------------------

// Every entrant starts anew on every shape.
static void reset(struct entrant *e)
{
    e->status = ENTRANT_OK;
    e->error = NAN;
    e->cool = e->hot =
        (struct speed){.ratio = NAN, .ratio_spread = NAN, .clock_mhz = NAN, .power_watt = NAN};
}

static void check(const struct problem *problem, struct entrant *e)
{
    const double error = check_entrant(problem, e, &e->reason);
    e->error = e->error > error ? e->error : error;
    if (!(error <= 1))
        e->status = ENTRANT_WRONG;
}

static void check_all(const struct problem *problem, const struct machine *machine,
                      struct entrant *entrants, int count, bool timed)
{
    for (int i = 0; i < count; i++) {
        struct entrant *e = &entrants[i];
        reset(e);
        progress("%d x %d x %d: checking %s", problem->p.m, problem->p.n, problem->p.k, e->name);
        if (e->step && !step_can_run(e->step, &problem->p, machine, &e->reason)) {
            e->status = ENTRANT_SKIPPED;
            continue;
        }
        check(problem, e);
        if (timed && e->status == ENTRANT_OK)
            e->estimate_ms = time_once(problem, e);
    }
}

// A kernel with a race may be right once and wrong later.
static void check_again(const struct problem *problem, struct entrant *entrants, int count)
{
    for (int i = 0; i < count; i++)
        if (entrants[i].status == ENTRANT_OK)
            check(problem, &entrants[i]);
}

static bool any_wrong(const struct entrant *entrants, int count)
{
    for (int i = 0; i < count; i++)
        if (entrants[i].status == ENTRANT_WRONG)
            return true;
    return false;
}

// Returns an exit status.
static int bench_shape(const struct output *o, const struct shape *shape, struct entrant *entrants,
                       int count)
{
    const struct bench_request *q = o->request;
    struct problem problem;
    struct failure why;
    progress("%d x %d x %d: data and reference", shape->m, shape->n, shape->k);
    problem_create(&problem, shape, (uint64_t)q->seed);
    if (!check_prepare(&problem)) {
        fail(&why, "%d x %d x %d: the reference on the GPU differs from the host's", shape->m,
             shape->n, shape->k);
        return refuse(&why, WRONG);
    }
    check_all(&problem, o->machine, entrants, count, q->timed);
    if (q->timed) {
        if (q->hot && !shape->random)
            time_hot(&problem, entrants, count);
        if (q->cool)
            time_cool(&problem, entrants, count, q->reps);
        check_again(&problem, entrants, count);
    }
    print_shape(o, shape, entrants, count);
    problem_free(&problem);
    return any_wrong(entrants, count) ? WRONG : OK;
}

// Among random shapes only the last steps run, unless steps were asked for. Moves them to the
// front; returns their number.
static int keep_last_steps(const struct bench_request *q, struct entrant *entrants, int count)
{
    int kept = 0;
    if (q->steps.count + q->chapters.count > 0)
        return count;
    for (int i = 0; i < count; i++)
        if (entrants[i].last_of_chapter || !entrants[i].step)
            entrants[kept++] = entrants[i];
    return kept;
}

static int bench_all(const struct output *o, const struct shape *shapes, int shape_count,
                     struct entrant *entrants, int count)
{
    const double begin = timer_seconds();
    bool among_random = false;
    int status = OK;
    for (int i = 0; i < shape_count; i++) {
        const struct shape *shape = &shapes[i];
        if (shape->random && !among_random) {
            among_random = true;
            count = keep_last_steps(o->request, entrants, count);
            print_random_shapes_heading(o);
        }
        if (timer_seconds() - begin > o->request->budget) {
            print_skipped_shape(o, shape, "the time is used up (--budget)");
            continue;
        }
        if (bench_shape(o, shape, entrants, count) != OK)
            status = WRONG;
    }
    print_end(o, timer_seconds() - begin);
    return status;
}

// ---- Once: for a profiler, or the counters of the emulated GPU -----------------------------------

// Runs the step as the only kernel there is, and compares on the host.
static void run_step_once(const struct bench_request *q, const struct machine *machine,
                          const struct shape *shape, struct entrant *e)
{
    struct problem problem;
    struct reference reference;
    struct matrix C;
    problem_create(&problem, shape, (uint64_t)q->seed);
    reset(e);
    if (!step_can_run(e->step, &problem.p, machine, &e->reason)) {
        e->status = ENTRANT_SKIPPED;
        problem_free(&problem);
        return;
    }
    fprintf(stderr, "step %s/%s\n", e->chapter, e->name);
    if (!matrix_alloc(&C, DTYPE_F32, shape->m, shape->n, shape->n) ||
        !reference_gemm(&reference, &problem.p, &problem.A, &problem.B, NULL)) {
        fprintf(stderr, "gemm: no memory for %d x %d results\n", shape->m, shape->n);
        exit(WRONG);
    }
    CUDA_CHECK(cudaMemset(problem.d_C, 0xff, matrix_bytes(&C)));
    launch(&problem, e);
    CUDA_CHECK(cudaMemcpy(C.data, problem.d_C, matrix_bytes(&C), cudaMemcpyDeviceToHost));
    const struct verdict verdict = verify_result(&reference, &C);
    e->error = verdict.bound > 0 ? verdict.max_error / verdict.bound : verdict.max_error;
    e->status = verdict.ok ? ENTRANT_OK : ENTRANT_WRONG;
    if (!verdict.ok)
        fail(&e->reason, "C(%d, %d) = %.9g, expected %.9g", verdict.row, verdict.col, verdict.got,
             verdict.expected);
    reference_free(&reference);
    matrix_free(&C);
    problem_free(&problem);
}

static int run_all_once(const struct output *o, const struct shape *shapes, int shape_count,
                        struct entrant *entrants, int count)
{
    for (int s = 0; s < shape_count; s++) {
        for (int i = 0; i < count; i++)
            run_step_once(o->request, o->machine, &shapes[s], &entrants[i]);
        print_shape(o, &shapes[s], entrants, count);
        if (any_wrong(entrants, count))
            return WRONG;
    }
    return OK;
}

// ---- The whole -----------------------------------------------------------------------------------

static bool parse(int argc, char **argv, struct bench_request *q, struct failure *why)
{
    static const char *const l2_states[] = {"kept", "emptied", NULL};
    const struct option options[] = {
        {"--sizes", "S,S...", "m = n = k (1024,2048,4096,8192,4095), or none", OPTION_TEXT,
         &q->sizes, 0, 0, NULL},
        {"--shapes", "COUNT", "so many random shapes between 256 and 4096 (20)", OPTION_INT,
         &q->random_shapes, 0, MAX_SHAPES / 2, NULL},
        {"--step", "STEP", "only this step, such as 05/6 or 6_warp_tile; may be repeated",
         OPTION_TEXTS, &q->steps, 0, 0, NULL},
        {"--chapter", "CHAPTER", "only the steps of this chapter; may be repeated", OPTION_TEXTS,
         &q->chapters, 0, 0, NULL},
        {"--reps", "R", "rounds of cool runs (20)", OPTION_INT, &q->reps, 3, MOST_REPS, NULL},
        {"--cool", NULL, "only cool runs, each after an idle gap", OPTION_SWITCH, &q->cool, 0, 0,
         NULL},
        {"--hot", NULL, "only hot runs, 200 ms back to back", OPTION_SWITCH, &q->hot, 0, 0, NULL},
        {"--l2", "STATE", "before a cool run the L2 cache is kept as it is, or emptied",
         OPTION_CHOICE, &q->l2, 0, 0, l2_states},
        {"--seed", "S", "of the data and of the random shapes (1)", OPTION_LONG, &q->seed, 0,
         1000000000, NULL},
        {"--budget", "SECONDS", "begin no shape after that time (240)", OPTION_INT, &q->budget, 1,
         100000, NULL},
        {"--no-cublas", NULL, "without cuBLAS", OPTION_SWITCH, &q->no_cublas, 0, 0, NULL},
        {"--no-ceilings", NULL, "do not measure the ceilings", OPTION_SWITCH, &q->no_ceilings, 0, 0,
         NULL},
        {"--check", NULL, "only check every step; works on the emulated GPU", OPTION_SWITCH,
         &q->check, 0, 0, NULL},
        {"--once", NULL, "launch every step once and nothing else: for ncu, and emulated counters",
         OPTION_SWITCH, &q->once, 0, 0, NULL},
        {"--predict", NULL, "only print the counters that the steps' formulas predict",
         OPTION_SWITCH, &q->predict, 0, 0, NULL},
        {"--out", "FILE", "also write the results there, tab-separated", OPTION_TEXT, &q->out, 0, 0,
         NULL},
        {"--commit", "ID", "what to say in the header", OPTION_TEXT, &q->commit, 0, 0, NULL},
        {"--help", NULL, "this text", OPTION_SWITCH, &q->help, 0, 0, NULL},
    };
    enum { OPTIONS = sizeof options / sizeof *options };
    if (!options_parse(options, OPTIONS, argc, argv, why))
        return false;
    if (q->check + q->once + q->predict > 1)
        return fail(why, "only one of --check, --once, --predict");
    q->timed = !q->check && !q->once && !q->predict;
    if (!q->cool && !q->hot)
        q->cool = q->hot = true;
    if (q->help)
        options_print(options, OPTIONS, stdout);
    return true;
}

static bool open_output(struct output *o, struct failure *why)
{
    if (!o->request->out)
        return true;
    o->file = fopen(o->request->out, "w");
    return o->file || fail(why, "--out %s: %s", o->request->out, strerror(errno));
}

// Adds cuBLAS as one more entrant.
static void add_cublas(struct output *o, struct entrant *entrants, int *count)
{
    setenv("NVIDIA_TF32_OVERRIDE", "0", 1); // whatever the environment says: true fp32
    sgemm_nn_fn *sgemm = o->request->no_cublas || o->machine->is_emulated ? NULL : cublas_sgemm();
    o->has_cublas = sgemm != NULL;
    if (sgemm)
        entrants[(*count)++] =
            (struct entrant){.chapter = "peer", .name = "cublas", .sgemm = sgemm};
}

static int measure(struct output *o, const struct shape *shapes, int shape_count,
                   struct entrant *entrants, int count)
{
    enum { CEILINGS = 16 };
    struct ceiling ceilings[CEILINGS];
    struct failure why;
    add_cublas(o, entrants, &count);
    if (!open_output(o, &why))
        return refuse(&why, BAD_REQUEST);
    if (!nvml_start())
        fprintf(stderr, "gemm: the driver's library does not tell clock and power\n");
    print_heading(o);
    if (!o->request->no_ceilings) {
        progress_now("ceilings");
        const int found = measure_ceilings(o->machine, ceilings, CEILINGS);
        progress_clear();
        print_ceilings(o, ceilings, found);
    }
    timing_start(o->request, o->machine);
    int status = bench_all(o, shapes, shape_count, entrants, count);
    timing_stop();
    nvml_stop();
    if (o->file && fclose(o->file) != 0) {
        fail(&why, "--out %s: %s", o->request->out, strerror(errno));
        status = refuse(&why, WRONG);
    }
    return status;
}

int main(int argc, char **argv)
{
    static struct entrant entrants[MAX_ENTRANTS];
    static struct shape shapes[MAX_SHAPES];
    struct bench_request q = {.sizes = "1024,2048,4096,8192,4095",
                              .random_shapes = 20,
                              .reps = 20,
                              .seed = 1,
                              .budget = 240,
                              .commit = "unknown"};
    struct failure why;
    struct machine machine;
    int count, shape_count;
    if (!parse(argc, argv, &q, &why) ||
        (!q.help && (!choose_entrants(&q, entrants, &count, &why) ||
                     !choose_shapes(&q, shapes, &shape_count, &why))))
        return refuse(&why, BAD_REQUEST);
    if (q.help)
        return OK;
    if (!machine_of_gpu(&machine, &why))
        return refuse(&why, WRONG);
    struct output o = {.request = &q, .machine = &machine};
    if (q.predict) {
        for (int s = 0; s < shape_count; s++)
            print_predictions(&shapes[s], entrants, count);
        return OK;
    }
    if (q.once)
        return run_all_once(&o, shapes, shape_count, entrants, count);
    if (q.check)
        return bench_all(&o, shapes, shape_count, entrants, count);
    if (machine.is_emulated) {
        fprintf(stderr, "gemm: needs a GPU: the emulated one has no times (--check checks the "
                        "steps there)\n");
        return OK;
    }
    return measure(&o, shapes, shape_count, entrants, count);
}
