// SPDX-License-Identifier: MIT
#include "workload.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../predict/model.h"
#include "../../step/kind.h"
#include "../../step/scales.h"
#include "../npy/npy.h"
#include "../../base/progress.h"

// ---- Making it -----------------------------------------------------------------------------------

static unsigned char filler(enum dtype type)
{
    return dtype_epsilon(type) == 0 ? 0x55 : 0xFF; // a large integer; every bit set is a NaN
}

// The same elements with another ld.
static bool spread(struct matrix *M, int ld)
{
    struct matrix wide;
    if (ld == M->cols)
        return true;
    if (!matrix_alloc(&wide, M->type, M->rows, M->cols, ld))
        return false;
    matrix_fill_bytes(&wide, filler(M->type));
    matrix_copy(&wide, M);
    matrix_free(M);
    *M = wide;
    return true;
}

// From a file, or made here.
static bool make_operand(struct matrix *M, const char *flag, const char *path, enum dtype type,
                         struct shape shape, int ld, const struct data *data, int number,
                         struct failure *why)
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
        return spread(M, ld) || fail(why, "no memory for %d x %d elements", shape.rows, ld);
    }
    if (!matrix_alloc(M, type, shape.rows, shape.cols, ld))
        return fail(why, "no memory for %d x %d elements", shape.rows, ld);
    if (ld != shape.cols)
        matrix_fill_bytes(M, filler(type));
    const uint64_t seed = 3 * (uint64_t)data->seed + (uint64_t)number; // three sequences
    if (data->integers)
        matrix_fill_integers(M, seed);
    else
        matrix_fill_random(M, seed);
    return true;
}

// The error bound that these data allow: verify.h.
static enum data_kind data_kind(const struct data *data, const struct step *step)
{
    if (data->integers)
        return DATA_INTEGERS;
    return step->kind == STEP_GEMM && !data->a && !data->b ? DATA_RANDOM : DATA_ANY;
}

static bool make_matrices(struct workload *w, const struct step *step, const struct data *data,
                          struct failure *why)
{
    const struct gemm_problem *p = &w->problem;
    const struct kind *kind = kind_of(step);
    const struct shapes s = kind->shapes(p);
    if (!make_operand(&w->A, "--a", data->a, step->type_ab, s.A, p->lda, data, 0, why) ||
        !make_operand(&w->B, "--b", data->b, step->type_ab, s.B, p->ldb, data, 1, why))
        return false;
    if (step->scaled && !scales_add_both(p, &w->A, &w->B, 3 * (uint64_t)data->seed, data->integers))
        return fail(why, "no memory for scales");
    if (kind_reads_c(kind, p) &&
        !make_operand(&w->C_before, "", NULL, step->type_c, s.C, p->ldc, data, 2, why))
        return false;
    if (!matrix_alloc(&w->C, step->type_c, s.C.rows, s.C.cols, p->ldc) ||
        !step_reference(&w->reference, step, p, &w->A, &w->B, &w->C_before))
        return fail(why, "no memory for %d x %d results", s.C.rows, s.C.cols);
    w->reference.data = data_kind(data, step);
    return true;
}

bool workload_create(struct workload *w, const struct gemm_problem *p, const struct step *step,
                     const struct data *data, const struct setup *setup, struct failure *why)
{
    *w = (struct workload){.problem = *p, .gpu = setup->gpu};
    if (make_matrices(w, step, data, why))
        return true;
    workload_free(w);
    return false;
}

// So that a diagnosis can name the element.
static void name_on_device(const struct workload *w, const void *device, const char *name,
                           const struct matrix *M)
{
    const struct counting *counting = w->gpu->counting();
    if (counting)
        counting->name_array(device, name, M->rows, M->cols, M->ld, (int)dtype_size(M->type));
}

void workload_free(struct workload *w)
{
    void *const device[] = {w->d_A, w->d_B, w->d_C, w->d_C_before};
    for (size_t i = 0; i < sizeof device / sizeof *device; i++)
        if (device[i]) {
            name_on_device(w, device[i], NULL, &w->C);
            w->gpu->release(device[i]);
        }
    if (w->d_A && w->A.scales.value) {
        w->gpu->release((void *)w->problem.a_scales);
        w->gpu->release((void *)w->problem.b_scales);
    }
    matrix_free(&w->A);
    matrix_free(&w->B);
    matrix_free(&w->C);
    matrix_free(&w->C_before);
    reference_free(&w->reference);
}

// ---- Running it ----------------------------------------------------------------------------------

// Without the gap after the last row, so that the emulated GPU and compute-sanitizer notice a step
// that accesses it.
static void *alloc_on_device(const struct workload *w, const char *name, const struct matrix *M)
{
    void *device = w->gpu->alloc(matrix_used_bytes(M));
    name_on_device(w, device, name, M);
    return device;
}

static void *to_device(const struct workload *w, const char *name, const struct matrix *M)
{
    void *device = alloc_on_device(w, name, M);
    w->gpu->copy_in(device, M->data, matrix_used_bytes(M));
    return device;
}

static const float *scales_to_device(const struct workload *w, const struct block_scales *s)
{
    void *device = w->gpu->alloc(s->count * sizeof *s->value);
    w->gpu->copy_in(device, s->value, s->count * sizeof *s->value);
    return device;
}

static void prepare_device(struct workload *w)
{
    if (w->d_A)
        return;
    w->d_A = to_device(w, "A", &w->A);
    w->d_B = to_device(w, "B", &w->B);
    if (w->A.scales.value) {
        w->problem.a_scales = scales_to_device(w, &w->A.scales);
        w->problem.b_scales = scales_to_device(w, &w->B.scales);
    }
    w->d_C = alloc_on_device(w, "C", &w->C);
    // Only for timing: otherwise it would be another array for a wrong index to hit.
    if (w->C_before.data && !w->gpu->counting())
        w->d_C_before = to_device(w, "C before", &w->C_before);
}

static void call_on_host(const struct workload *w, const struct step *step)
{
    kind_of(step)->call(step, &(struct gemm){w->problem, w->A.data, w->B.data, w->C.data});
}

static void call_on_device(const struct workload *w, const struct step *step)
{
    kind_of(step)->call(step, &(struct gemm){w->problem, w->d_A, w->d_B, w->d_C});
}

// The same, for attempt().
struct call {
    const struct workload *w;
    const struct step *step;
};

static void make_call(void *context)
{
    const struct call *call = context;
    call_on_device(call->w, call->step);
}

static void reset_host_c(struct workload *w)
{
    if (w->C_before.data)
        memcpy(w->C.data, w->C_before.data, matrix_bytes(&w->C));
    else
        matrix_fill_bytes(&w->C, filler(w->C.type));
}

bool workload_run(struct workload *w, const struct step *step, struct failure *why)
{
    reset_host_c(w);
    if (step->place == STEP_ON_CPU) {
        call_on_host(w, step);
        return true;
    }
    prepare_device(w);
    w->gpu->copy_in(w->d_C, w->C.data, matrix_used_bytes(&w->C));
    if (!attempt(make_call, &(struct call){w, step}, why) || !w->gpu->finish(why))
        return false;
    w->gpu->copy_out(w->C.data, w->d_C, matrix_used_bytes(&w->C));
    return true;
}

// ---- Checking it ---------------------------------------------------------------------------------

bool workload_kept(const struct workload *w, int row, int col)
{
    const size_t size = dtype_size(w->C.type);
    const unsigned char *now = matrix_at(&w->C, row, col);
    if (w->C_before.data)
        return memcmp(now, matrix_at(&w->C_before, row, col), size) == 0;
    size_t same = 0;
    while (same < size && now[same] == filler(w->C.type))
        same++;
    return same == size;
}

struct verdict workload_verify(const struct workload *w)
{
    struct verdict v = verify_result(&w->reference, &w->C);
    for (int i = 0; i + 1 < w->C.rows; i++)
        for (int j = w->C.cols; j < w->C.ld; j++)
            if (!workload_kept(w, i, j) && v.outside++ == 0 && v.wrong == 0)
                v.row = i, v.col = j;
    v.ok = v.ok && v.outside == 0;
    return v;
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
        w->gpu->copy_within(w->d_C, w->d_C_before, matrix_used_bytes(&w->C));
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

// If the user gives no number: a second's worth of runs on a CPU, but at least 3; 20 on a GPU.
enum { FEWEST_REPS = 3, MOST_REPS = 20 };

static struct contender contender_of(struct timed *timed, void (*launch)(void *context), double *ms)
{
    return (struct contender){
        .prepare = prepare_gpu_run, .launch = launch, .context = timed, .ms = ms, .rests = true};
}

// The steps that are right, alternately, and cuBLAS after them.
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
