// SPDX-License-Identifier: MIT
//
// gemm: the steps of the chapters and cuBLAS, in one run: verified, then timed in turns, cool
// and hot, with the ceilings of the same GPU. On an emulated GPU there is nothing to time; --check
// and --once work there too.
#define _POSIX_C_SOURCE 200809L // setenv
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/device/cuda_check.h"
#include "../../common/step/kind.h"
#include "../../common/base/progress.h"
#include "../../common/driver/run/check.h"
#include "../../common/step/verify.h"
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
    e->reason.text[0] = '\0';
    e->cool = e->hot = (struct speed){
        .ratio = NAN, .ratio_spread = NAN, .of_best = NAN, .clock_mhz = NAN, .power_watt = NAN};
}

// A peer that rounds a and b by a share u each has an error of up to (2 u + u^2) |a b| in a
// product.
static double allowed(const struct problem *problem, const struct entrant *e)
{
    return e->rounds > 0 ? 1 + e->rounds * (2 + e->rounds) / problem->slope : 1;
}

static void check(const struct problem *problem, struct entrant *e)
{
    double error = NAN;
    if (!check_entrant(problem, e, &error, &e->reason)) {
        e->status = ENTRANT_SKIPPED;
        return;
    }
    e->error = e->error > error ? e->error : error;
    if (!(error <= allowed(problem, e)))
        e->status = ENTRANT_WRONG;
    else if (error > 1)
        fail(&e->reason, "less exact than float32"); // a remark
}

static void check_all(const struct problem *problem, const struct machine *machine,
                      struct group *group, bool timed)
{
    for (int i = 0; i < group->count; i++) {
        struct entrant *e = &group->entrants[i];
        reset(e);
        progress("%d x %d x %d, %s: checking %s", problem->p.m, problem->p.n, problem->p.k,
                 group->types, e->name);
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
static void check_again(const struct problem *problem, struct group *group)
{
    for (int i = 0; i < group->count; i++)
        if (group->entrants[i].status == ENTRANT_OK)
            check(problem, &group->entrants[i]);
}

static bool any_wrong(const struct group *group)
{
    for (int i = 0; i < group->count; i++)
        if (group->entrants[i].status == ENTRANT_WRONG)
            return true;
    return false;
}

// Returns an exit status.
static int bench_shape(const struct output *o, const struct bench_shape *shape, struct group *group)
{
    const struct bench_request *q = o->request;
    struct problem problem;
    struct failure why;
    progress("%d x %d x %d, %s: data and reference", shape->m, shape->n, shape->k, group->types);
    problem_create(&problem, group, shape, (uint64_t)q->seed);
    if (!check_prepare(&problem)) {
        fail(&why, "%d x %d x %d, %s: the reference on the GPU differs from the host's", shape->m,
             shape->n, shape->k, group->types);
        return refuse(&why, WRONG);
    }
    check_all(&problem, o->machine, group, q->timed);
    if (q->timed) {
        if (shape->hot)
            time_hot(&problem, group);
        if (q->cool)
            time_cool(&problem, group, q->reps);
        check_again(&problem, group);
    }
    print_shape(o, shape, group);
    problem_free(&problem);
    return any_wrong(group) ? WRONG : OK;
}

// Among random shapes only some steps run. Moves them and the peers to the front.
static void keep_steps_among_random(struct group *group)
{
    int kept = 0, steps = 0;
    for (int i = 0; i < group->count; i++) {
        if (group->entrants[i].step && !group->entrants[i].among_random)
            continue;
        steps += group->entrants[i].step != NULL;
        group->entrants[kept++] = group->entrants[i];
    }
    group->count = steps > 0 ? kept : 0;
}

static int bench_all(const struct output *o, const struct bench_shape *shapes, int shape_count,
                     struct group *groups, int group_count)
{
    const double begin = timer_seconds();
    bool among_random = false;
    int status = OK;
    for (int i = 0; i < shape_count; i++) {
        const struct bench_shape *shape = &shapes[i];
        if (shape->random && !among_random) {
            among_random = true;
            for (int g = 0; g < group_count; g++)
                keep_steps_among_random(&groups[g]);
            print_random_shapes_heading(o);
        }
        for (int g = 0; g < group_count; g++) {
            if (groups[g].count == 0)
                continue;
            if (timer_seconds() - begin > o->request->budget)
                print_skipped_shape(o, shape, &groups[g], "the time is used up (--budget)");
            else if (bench_shape(o, shape, &groups[g]) != OK)
                status = WRONG;
        }
    }
    print_end(o, timer_seconds() - begin);
    return status;
}

// ---- Once: for a profiler, or the counters of the emulated GPU -----------------------------------

// The result of the launch, on the host. C: as it was before.
static bool verify_on_host(const struct problem *problem, const struct matrix *C, struct entrant *e)
{
    const struct gemm_problem *p = &problem->p;
    struct reference reference;
    struct matrix result;
    if (!matrix_alloc(&result, problem->type_c, p->m, p->n, p->n) ||
        !step_reference(&reference, e->step, p, &problem->A, &problem->B, C))
        return false;
    CUDA_CHECK(
        cudaMemcpy(result.data, problem->d_C, matrix_bytes(&result), cudaMemcpyDeviceToHost));
    const struct verdict verdict = verify_result(&reference, &result);
    e->error = verdict.bound > 0 ? verdict.max_error / verdict.bound : verdict.max_error;
    e->status = verdict.ok ? ENTRANT_OK : ENTRANT_WRONG;
    if (!verdict.ok)
        fail(&e->reason, "C(%d, %d) = %.9g, expected %.9g", verdict.row, verdict.col, verdict.got,
             verdict.expected);
    reference_free(&reference);
    matrix_free(&result);
    return true;
}

// Runs the step as the only kernel there is.
static void run_step_once(const struct bench_request *q, const struct machine *machine,
                          const struct bench_shape *shape, const struct group *group,
                          struct entrant *e)
{
    struct gemm_problem p = problem_of(group, shape);
    struct problem problem;
    struct matrix C;
    struct failure why;
    char name[128];
    reset(e);
    p.beta = q->beta;
    if (!step_can_run(e->step, &p, machine, &e->reason)) {
        e->status = ENTRANT_SKIPPED;
        return;
    }
    problem_create(&problem, group, shape, (uint64_t)q->seed);
    problem.p.beta = q->beta;
    fprintf(stderr, "step %s\n", entrant_name(group, e, name, sizeof name));
    bool good = matrix_alloc(&C, group->type_c, p.m, p.n, p.n);
    if (good && p.beta == 0)
        matrix_fill_bytes(&C, 0xff); // NaN
    else if (good)
        matrix_fill_random(&C, 3 * (uint64_t)q->seed + 2);
    if (good) {
        CUDA_CHECK(cudaMemcpy(problem.d_C, C.data, matrix_bytes(&C), cudaMemcpyHostToDevice));
        launch(&problem, e, &why);
        CUDA_CHECK(cudaDeviceSynchronize());
        good = q->unchecked || verify_on_host(&problem, &C, e);
    }
    if (!good) {
        fprintf(stderr, "gemm: no memory for %d x %d results\n", p.m, p.n);
        exit(WRONG);
    }
    matrix_free(&C);
    problem_free(&problem);
}

static int run_all_once(const struct output *o, const struct bench_shape *shapes, int shape_count,
                        struct group *groups, int group_count)
{
    for (int s = 0; s < shape_count; s++)
        for (int g = 0; g < group_count; g++) {
            struct group *group = &groups[g];
            for (int i = 0; i < group->count; i++)
                run_step_once(o->request, o->machine, &shapes[s], group, &group->entrants[i]);
            print_shape(o, &shapes[s], group);
            if (any_wrong(group))
                return WRONG;
        }
    return OK;
}

// ---- The whole -----------------------------------------------------------------------------------

static bool parse(int argc, char **argv, struct bench_request *q, struct failure *why)
{
    static const char *const l2_states[] = {"kept", "emptied", NULL};
    const struct option options[] = {
        {"--sizes", "S,S...", "m = n = k, or MxNxK (1024,2048,4096,8192,4095); or none",
         OPTION_TEXT, &q->sizes, 0, 0, NULL},
        {"--shapes", "COUNT", "so many random shapes between 256 and 4096 (20)", OPTION_INT,
         &q->random_shapes, 0, MAX_SHAPES / 2, NULL},
        {"--step", "STEP", "only this step, such as 05/6 or 6_warp_tile; may be repeated",
         OPTION_TEXTS, &q->steps, 0, 0, NULL},
        {"--chapter", "CHAPTER", "only the steps of this chapter; may be repeated", OPTION_TEXTS,
         &q->chapters, 0, 0, NULL},
        {"--types", "TYPES",
         "only steps on these, such as f16-f32 (A and B, C), or all; may be repeated (f32-f32, if "
         "no step or chapter is named)",
         OPTION_TEXTS, &q->types, 0, 0, NULL},
        {"--trans", "XY", "only this transposition: nn, nt, tn, tt; may be repeated", OPTION_TEXTS,
         &q->transposes, 0, 0, NULL},
        {"--random-step", "STEP",
         "this one on the random shapes; may be repeated (the last of each chapter)", OPTION_TEXTS,
         &q->random_steps, 0, 0, NULL},
        {"--reps", "R", "rounds of cool runs (20)", OPTION_INT, &q->reps, 3, MOST_REPS, NULL},
        {"--cool", NULL, "only cool runs, each after an idle gap", OPTION_SWITCH, &q->cool, 0, 0,
         NULL},
        {"--hot", NULL, "only hot runs, 200 ms back to back", OPTION_SWITCH, &q->hot, 0, 0, NULL},
        {"--hot-sizes", "S,S...", "of --sizes those with hot runs; all, or none (all)", OPTION_TEXT,
         &q->hot_sizes, 0, 0, NULL},
        {"--l2", "STATE", "before a cool run the L2 cache is kept, or emptied", OPTION_CHOICE,
         &q->l2, 0, 0, l2_states},
        {"--seed", "S", "of the data and of the random shapes (1)", OPTION_LONG, &q->seed, 0,
         1000000000, NULL},
        {"--budget", "SECONDS", "begin nothing after that time (240)", OPTION_INT, &q->budget, 1,
         100000, NULL},
        {"--no-cublas", NULL, "without cuBLAS and cuBLASLt", OPTION_SWITCH, &q->no_cublas, 0, 0,
         NULL},
        {"--fast-f32", NULL, "with cuBLAS's modes for float32 on tensor cores, too", OPTION_SWITCH,
         &q->fast_f32, 0, 0, NULL},
        {"--no-ceilings", NULL, "do not measure the ceilings", OPTION_SWITCH, &q->no_ceilings, 0, 0,
         NULL},
        {"--check", NULL, "only check every step; works on the emulated GPU", OPTION_SWITCH,
         &q->check, 0, 0, NULL},
        {"--once", NULL, "launch every step once and nothing else: for ncu, and emulated counters",
         OPTION_SWITCH, &q->once, 0, 0, NULL},
        {"--beta", "B", "with --once: the factor of C, which is random before (0)", OPTION_REAL,
         &q->beta, 0, 0, NULL},
        {"--unchecked", NULL, "with --once: do not look at the results (for large sizes)",
         OPTION_SWITCH, &q->unchecked, 0, 0, NULL},
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
    if ((q->unchecked || q->beta != 0) && !q->once)
        return fail(why, "%s: only with --once", q->unchecked ? "--unchecked" : "--beta");
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

static void add_all_peers(struct output *o, struct group *groups, int count)
{
    if (o->request->no_cublas || o->machine->is_emulated)
        return;
    // Whatever the environment says: float32 is float32, and tf32 is TF32.
    unsetenv("NVIDIA_TF32_OVERRIDE");
    unsetenv("CUBLAS_EMULATE_SINGLE_PRECISION");
    unsetenv("CUBLAS_EMULATION_STRATEGY");
    for (int g = 0; g < count; g++)
        add_peers(&groups[g], o->request->fast_f32);
    o->has_peers = true;
}

static int measure(struct output *o, const struct bench_shape *shapes, int shape_count,
                   struct group *groups, int count)
{
    enum { CEILINGS = 32 };
    struct ceiling ceilings[CEILINGS];
    struct failure why;
    add_all_peers(o, groups, count);
    if (!open_output(o, &why))
        return refuse(&why, BAD_REQUEST);
    if (!nvml_start())
        fprintf(stderr, "gemm: the driver's library does not report clock and power\n");
    print_heading(o);
    if (!o->request->no_ceilings) {
        progress_now("ceilings");
        const int found = measure_ceilings(o->machine, ceilings, CEILINGS);
        progress_clear();
        print_ceilings(o, ceilings, found);
    }
    timing_start(o->request, o->machine);
    int status = bench_all(o, shapes, shape_count, groups, count);
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
    static struct group groups[MAX_GROUPS];
    static struct bench_shape shapes[MAX_SHAPES];
    struct bench_request q = {.sizes = "1024,2048,4096,8192,4095",
                              .hot_sizes = "all",
                              .random_shapes = 20,
                              .reps = 20,
                              .seed = 1,
                              .budget = 240,
                              .commit = "unknown"};
    struct failure why;
    struct machine machine;
    int count, shape_count;
    if (!parse(argc, argv, &q, &why) ||
        (!q.help && (!choose_groups(&q, groups, &count, &why) ||
                     !choose_shapes(&q, shapes, &shape_count, &why))))
        return refuse(&why, BAD_REQUEST);
    if (q.help)
        return OK;
    if (!machine_of_gpu(&machine, &why))
        return refuse(&why, WRONG);
    struct output o = {.request = &q, .machine = &machine};
    if (q.predict) {
        for (int s = 0; s < shape_count; s++)
            print_predictions(&shapes[s], groups, count);
        return OK;
    }
    if (q.once)
        return run_all_once(&o, shapes, shape_count, groups, count);
    if (q.check)
        return bench_all(&o, shapes, shape_count, groups, count);
    if (machine.is_emulated) {
        fprintf(stderr, "gemm: needs a GPU: the emulated one has no times (--check checks the "
                        "steps there)\n");
        return OK;
    }
    return measure(&o, shapes, shape_count, groups, count);
}
