// SPDX-License-Identifier: MIT
#include "workload.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../predict/model.h"
#include "../step/kind.h"
#include "npy.h"
#include "../base/progress.h"

// ---- Memory --------------------------------------------------------------------------------------

// Writes "1.5 GiB". In double: what cannot be had may not fit a size_t either.
static const char *memory_text(double bytes, char *text, size_t size)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    int unit = 0;
    for (; bytes >= 1024 && unit < 6; unit++)
        bytes /= 1024;
    snprintf(text, size, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
    return text;
}

// "-m 3 -n 4": the sizes that the kind has.
static void name_sizes(const struct kind *kind, const struct gemm_problem *p, char *text,
                       size_t size)
{
    const int values[] = {p->m, p->n, p->k};
    size_t used = 0;
    for (const char *c = kind->sizes; *c && used < size; c++)
        used += (size_t)snprintf(text + used, size - used, "%s-%c %d", used > 0 ? " " : "", *c,
                                 values[strchr("mnk", *c) - "mnk"]);
}

static bool enough(const struct kind *kind, const struct gemm_problem *p, const char *where,
                   double needed, double there, struct failure *why)
{
    char sizes[64] = "", needed_text[32], there_text[32];
    if (needed <= there)
        return true;
    name_sizes(kind, p, sizes, sizeof sizes);
    return fail(why, "%s: needs %s of memory on the %s, which has %s free", sizes,
                memory_text(needed, needed_text, sizeof needed_text), where,
                memory_text(there, there_text, sizeof there_text));
}

bool workload_fits(const struct gemm_problem *p, const struct step *step, const struct setup *setup,
                   struct failure *why)
{
    const double ab = (double)dtype_size(step->type_ab), c = (double)dtype_size(step->type_c);
    const struct kind *kind = kind_of(step);
    const struct shapes s = kind->shapes(p);
    const double operands = ab * (shape_elements(s.A) + shape_elements(s.B)) +
                            c * shape_elements(s.C) * (kind_reads_c(kind, p) ? 2 : 1);
    const double reference = 2 * sizeof(double) * shape_elements(s.C);
    const bool emulated = setup->machine.is_emulated;
    // The memory of an emulated GPU is this computer's.
    const double workspace = step->workspace ? step->workspace(p) : 0;
    const double host = operands * (emulated ? 2 : 1) + (emulated ? workspace : 0) + reference;
    if (!enough(kind, p, "host", host, (double)machine_free_memory(), why))
        return false;
    if (!setup->gpu)
        return true;
    const double flush = emulated ? 0 : 2 * (double)setup->machine.l2_bytes;
    return enough(kind, p, "GPU", operands + flush + workspace, (double)setup->gpu->free_memory(),
                  why);
}

// ---- Making it -----------------------------------------------------------------------------------

// From a file, or random.
static bool make_operand(struct matrix *M, const char *flag, const char *path, enum dtype type,
                         struct shape shape, uint64_t seed, struct failure *why)
{
    struct failure reason;
    if (path) {
        if (!npy_read(path, M, &reason))
            return fail(why, "%s %s", flag, reason.text);
        if (type == DTYPE_TF32 && M->type == DTYPE_F32) // the same in memory
            M->type = type;
        // The head was checked before; the file may have changed since.
        if (M->type != type || M->rows != shape.rows || M->cols != shape.cols)
            return fail(why, "%s %s: changed while it was read", flag, path);
        return true;
    }
    if (!matrix_alloc(M, type, shape.rows, shape.cols, shape.cols))
        return fail(why, "no memory for %d x %d elements", shape.rows, shape.cols);
    matrix_fill_random(M, seed);
    return true;
}

static bool make_matrices(struct workload *w, const struct request *q, const struct step *step,
                          struct failure *why)
{
    const struct gemm_problem *p = &w->problem;
    const struct kind *kind = kind_of(step);
    const struct shapes s = kind->shapes(p);
    const uint64_t seed = 3 * (uint64_t)q->seed; // three matrices, three sequences
    if (!make_operand(&w->A, "--a", q->a, step->type_ab, s.A, seed, why) ||
        !make_operand(&w->B, "--b", q->b, step->type_ab, s.B, seed + 1, why))
        return false;
    if (kind_reads_c(kind, p) &&
        !make_operand(&w->C_before, "", NULL, step->type_c, s.C, seed + 2, why))
        return false;
    if (!matrix_alloc(&w->C, step->type_c, s.C.rows, s.C.cols, s.C.cols) ||
        !step_reference(&w->reference, step, p, &w->A, &w->B, &w->C_before))
        return fail(why, "no memory for %d x %d results", s.C.rows, s.C.cols);
    return true;
}

bool workload_create(struct workload *w, const struct request *q, const struct step *step,
                     const struct setup *setup, struct failure *why)
{
    *w = (struct workload){.problem = request_problem(q, step, setup), .gpu = setup->gpu};
    if (make_matrices(w, q, step, why))
        return true;
    workload_free(w);
    return false;
}

void workload_free(struct workload *w)
{
    void *const device[] = {w->d_A, w->d_B, w->d_C, w->d_C_before};
    for (size_t i = 0; i < sizeof device / sizeof *device; i++)
        if (device[i])
            w->gpu->release(device[i]);
    matrix_free(&w->A);
    matrix_free(&w->B);
    matrix_free(&w->C);
    matrix_free(&w->C_before);
    reference_free(&w->reference);
}

// ---- Running it ----------------------------------------------------------------------------------

static void *to_device(const struct gpu_ops *gpu, const struct matrix *M)
{
    void *device = gpu->alloc(matrix_bytes(M));
    gpu->copy_in(device, M->data, matrix_bytes(M));
    return device;
}

static void prepare_device(struct workload *w)
{
    if (w->d_A)
        return;
    w->d_A = to_device(w->gpu, &w->A);
    w->d_B = to_device(w->gpu, &w->B);
    w->d_C = w->gpu->alloc(matrix_bytes(&w->C));
    if (w->C_before.data)
        w->d_C_before = to_device(w->gpu, &w->C_before);
}

static void call_on_host(const struct workload *w, const struct step *step)
{
    kind_of(step)->call(step, &(struct gemm){w->problem, w->A.data, w->B.data, w->C.data});
}

static void call_on_device(const struct workload *w, const struct step *step)
{
    kind_of(step)->call(step, &(struct gemm){w->problem, w->d_A, w->d_B, w->d_C});
}

static void reset_host_c(struct workload *w)
{
    if (w->C_before.data)
        memcpy(w->C.data, w->C_before.data, matrix_bytes(&w->C));
    else
        matrix_fill_bytes(&w->C, 0xFF); // all bits set are a NaN in every floating-point type
}

void workload_run(struct workload *w, const struct step *step)
{
    reset_host_c(w);
    if (step->place == STEP_ON_CPU) {
        call_on_host(w, step);
        return;
    }
    prepare_device(w);
    w->gpu->copy_in(w->d_C, w->C.data, matrix_bytes(&w->C));
    call_on_device(w, step);
    w->gpu->wait();
    w->gpu->copy_out(w->C.data, w->d_C, matrix_bytes(&w->C));
}

// ---- Timing it -----------------------------------------------------------------------------------

struct timed {
    struct workload *workload;
    const struct step *step;
};

// With beta != 0 each run changes C, and repeated runs would grow it without limit.
static void prepare_gpu_run(void *context)
{
    struct workload *w = ((struct timed *)context)->workload;
    if (w->d_C_before)
        w->gpu->copy_within(w->d_C, w->d_C_before, matrix_bytes(&w->C));
}

static void launch_on_gpu(void *context)
{
    const struct timed *timed = context;
    call_on_device(timed->workload, timed->step);
}

// A product that failed once is not timed.
static void launch_cublas(void *context)
{
    const struct timed *timed = context;
    const struct workload *w = timed->workload;
    struct failure why;
    w->gpu->cublas(timed->step, &w->problem, w->d_A, w->d_B, w->d_C, &why);
}

static const struct times no_times = {{0, NAN, NAN, NAN}, NAN, NAN, NAN, NAN, {""}};

static struct times times_of(const struct workload *w, const struct step *step, double *ms,
                             int reps)
{
    const double operations = kind_of(step)->operations(&w->problem);
    struct times times = no_times;
    times.ms = statistics_of(ms, reps);
    if (operations > 0)
        times.tflops = operations / (1e9 * times.ms.median);
    times.gbs = compulsory_bytes(step, &w->problem) / (1e6 * times.ms.median);
    return times;
}

// Without a number from the user: a second's worth of runs on a CPU, but at least 3; 20 on a GPU.
enum { FEWEST_REPS = 3, MOST_REPS = 20 };

static struct contender contender_of(struct timed *timed, void (*launch)(void *context), double *ms)
{
    return (struct contender){
        .prepare = prepare_gpu_run, .launch = launch, .context = timed, .ms = ms, .rests = true};
}

// The steps that are right, side by side, and cuBLAS behind them.
static void time_side_by_side(struct workload *w, const struct setup *setup, struct result *results,
                              int count, struct timed *timed, struct contender *contenders,
                              double *samples)
{
    const int reps = setup->reps > 0 ? setup->reps : MOST_REPS;
    int steps = 0;
    for (int i = 0; i < count; i++)
        if (results[i].has_times) {
            timed[steps] = (struct timed){w, results[i].step};
            contenders[steps] =
                contender_of(&timed[steps], launch_on_gpu, samples + (ptrdiff_t)steps * reps);
            steps++;
        }
    if (steps == 0)
        return;
    const struct step *first = timed[0].step; // all have the same types
    timed[steps] = timed[0];
    contenders[steps] =
        contender_of(&timed[steps], launch_cublas, samples + (ptrdiff_t)steps * reps);
    struct failure no_peer = {""};
    const bool timed_peer = first->kind == STEP_GEMM && w->problem.k > 0 &&
                            w->gpu->cublas(first, &w->problem, w->d_A, w->d_B, w->d_C, &no_peer);
    w->gpu->time(contenders, timed_peer ? steps + 1 : steps, reps, setup->cold);
    const double peer_ms =
        timed_peer ? statistics_of(contenders[steps].ms, reps).median : (double)NAN;
    for (int i = 0, next = 0; i < count; i++) {
        if (!results[i].has_times)
            continue;
        const struct step *step = results[i].step;
        const double peak = model_peak(&setup->machine, step);
        struct times *times = &results[i].times;
        *times = times_of(w, step, contenders[next++].ms, reps);
        times->no_peer = no_peer;
        times->pct_cublas = 100 * peer_ms / times->ms.median;
        if (peak > 0)
            times->pct_peak = 100 * 1e12 * times->tflops / peak;
    }
}

static void time_on_gpu(struct workload *w, const struct setup *setup, struct result *results,
                        int count)
{
    const size_t most = (size_t)count + 1; // cuBLAS
    struct timed *timed = malloc(most * sizeof *timed);
    struct contender *contenders = malloc(most * sizeof *contenders);
    double *samples =
        malloc(most * (size_t)(setup->reps > 0 ? setup->reps : MOST_REPS) * sizeof *samples);
    for (int i = 0; i < count; i++)
        results[i].times = no_times;
    if (timed && contenders && samples)
        time_side_by_side(w, setup, results, count, timed, contenders, samples);
    free(samples);
    free(contenders);
    free(timed);
}

static int choose_reps(double seconds_per_run)
{
    const double fitting = 1 / seconds_per_run;
    return fitting < FEWEST_REPS ? FEWEST_REPS : fitting > MOST_REPS ? MOST_REPS : (int)fitting;
}

static struct times time_on_cpu(struct workload *w, const struct step *step, int reps)
{
    double *ms = malloc(sizeof *ms * (size_t)(reps > 0 ? reps : MOST_REPS));
    if (!ms)
        return no_times;
    int done = 0;
    do { // the run that was checked has warmed the caches up
        if (w->C_before.data)
            reset_host_c(w);
        const double begin = timer_seconds();
        call_on_host(w, step);
        const double seconds = timer_seconds() - begin;
        if (reps == 0)
            reps = choose_reps(seconds);
        ms[done++] = 1000 * seconds;
        progress("%s: %d of %d repetitions", step->name, done, reps);
    } while (done < reps);
    progress_clear();
    const struct times times = times_of(w, step, ms, reps);
    free(ms);
    return times;
}

void workload_time(struct workload *w, const struct setup *setup, struct result *results, int count)
{
    if (results[0].step->place == STEP_ON_GPU)
        time_on_gpu(w, setup, results, count);
    for (int i = 0; i < count; i++)
        if (results[i].has_times && results[i].step->place == STEP_ON_CPU)
            results[i].times = time_on_cpu(w, results[i].step, setup->reps);
}
