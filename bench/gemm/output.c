// SPDX-License-Identifier: MIT
//
// output.c: the table on the terminal, and the results file: lines that begin with # say how the
// figures were had, then tab-separated columns, one row per mode, step and shape.
#define _POSIX_C_SOURCE 200809L // popen
#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

#include "../../common/device/cuda_check.h"
#include "../../common/step/kind.h"
#include "../../common/base/progress.h"
#include "../ceilings/driver_version.h"
#include "gemm.h"

static const char columns[] =
    "mode\tchapter\tstep\ttypes\ttrans\tm\tn\tk\trandom\tstatus\treps\tms\tms_min\tspread\ttflops\t"
    "of_cublas\tof_cublas_spread\tclock_mhz\tpower_w\terror\tsectors\twavefronts\treason\tof_"
    "best\n";

// ---- Heading -------------------------------------------------------------------------------------

// Writes one line of it to the terminal and to the file.
static void both(const struct output *o, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void both(const struct output *o, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    printf("# %s\n", text);
    if (o->file)
        fprintf(o->file, "# %s\n", text);
}

void print_heading(const struct output *o)
{
    const struct machine *gpu = o->machine;
    const struct bench_request *q = o->request;
    char driver[64], date[32];
    int cuda = 0;
    const time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    driver_version(driver, sizeof driver);
    CUDA_CHECK(cudaRuntimeGetVersion(&cuda));
    both(o, "GPU: %s, %d SMs, compute capability %d.%d, at most %.0f MHz, fp32 peak %.1f TFLOP/s",
         gpu->name, gpu->sm_count, gpu->compute_capability / 10, gpu->compute_capability % 10,
         1e-6 * gpu->clock_hz, 1e-12 * gpu->peak_fp32);
    char peers[128] = "cuBLAS: not found, so there is no ratio";
    if (o->has_peers)
        describe_peers(peers, sizeof peers);
    both(o, "driver: %s, CUDA: %d.%d, %s", driver, cuda / 1000, cuda % 1000 / 10, peers);
    both(o, "date: %s, commit: %s", date, q->commit);
    both(o,
         "data: A and B N(0,1), integers from -8 to 8, seed %lld; alpha 1, beta 0; rows without "
         "gaps; f32-f32 is float32, no TF32",
         q->seed);
    both(o,
         "types: of A and B, then of C and of the sums; trans: A, then B (N: stored m x k, k x n)");
    both(o,
         "check: before its times and after them, each with C full of NaN before: every element "
         "against float64, |error| <= F u |A||B| (u = epsilon / 2 of C's type; F = %d for f32-f32 "
         "and f64-f64, %d for other sums in f32, %d for sums in f16) and <= what rounding can do; "
         "integers: equal",
         FACTOR_ROUNDED, FACTOR_CUT, FACTOR_F16);
    if (q->cool)
        both(o, "cool: %s; median of %d", cool_method(q), q->reps);
    if (q->hot)
        both(o, "hot: %s", hot_method());
    both(o,
         "cuBLAS: cublasSgemm, or cublasGemmEx on the same types; cuBLASLt: of the first %d "
         "algorithms of its heuristic (%d MiB of workspace) the one with the fastest of %d cool "
         "runs each; reason: which",
         CUBLAS_LT_ALGORITHMS, CUBLAS_LT_WORKSPACE >> 20, CUBLAS_LT_TURNS);
    if (q->fast_f32)
        both(o, "cublas_fast_tf32, cublas_fast_16bf, cublas_16bfx9: cublasGemmEx in float32 with "
                "CUBLAS_COMPUTE_32F_FAST_TF32, _FAST_16BF, _EMULATED_16BFX9 (strategy: eager); the "
                "first two round A and B, so their error may be above 1");
    both(o,
         "of cuBLAS: cuBLAS's time over the step's in the same round; median, and quartiles apart "
         "over median; of best: the same of cuBLAS or cuBLASLt, whichever is faster");
}

void print_ceilings(const struct output *o, const struct ceiling *ceilings, int count)
{
    for (int i = 0; i < count; i++)
        both(o, "ceiling %s: %.4g %s, spread %.1f%%", ceilings[i].name, ceilings[i].value,
             ceilings[i].unit, 100 * ceilings[i].spread);
}

// ---- The file ------------------------------------------------------------------------------------

static const char *const status_names[] = {"ok", "wrong", "skipped"};

static void file_number(FILE *file, double value, const char *format)
{
    fputc('\t', file);
    if (isfinite(value))
        fprintf(file, format, value);
}

static void file_count(FILE *file, long long value)
{
    fputc('\t', file);
    if (value >= 0)
        fprintf(file, "%lld", value);
}

// What the step's formula says about its traffic; a formula may not know.
static struct counts predicted(const struct gemm_problem *p, const struct entrant *e)
{
    struct failure why;
    if (!e->step || !e->step->predict || (e->step->fits && !e->step->fits(p, &why)))
        return counts_unknown();
    return e->step->predict(p);
}

static void file_row(FILE *file, const char *mode, const struct bench_shape *shape,
                     const struct group *group, const struct entrant *e, const struct speed *s,
                     const struct counts *cost)
{
    fprintf(file, "%s\t%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%s\t%d", mode, e->chapter, e->name,
            group->types, transpose_name(group->transpose), shape->m, shape->n, shape->k,
            shape->random, status_names[e->status], s->reps);
    const bool timed = s->reps > 0;
    file_number(file, timed ? s->ms.median : (double)NAN, "%.6g");
    file_number(file, timed ? s->ms.min : (double)NAN, "%.6g");
    file_number(file, timed ? s->ms.spread : (double)NAN, "%.4f");
    file_number(file, timed ? s->tflops : (double)NAN, "%.5g");
    file_number(file, s->ratio, "%.4f");
    file_number(file, s->ratio_spread, "%.4f");
    file_number(file, s->clock_mhz, "%.0f");
    file_number(file, s->power_watt, "%.0f");
    file_number(file, e->error, "%.3g");
    file_count(file, counts_global_sectors(cost));
    file_count(file, counts_shared_wavefronts(cost));
    fprintf(file, "\t%s", e->reason.text);
    file_number(file, s->of_best, "%.4f");
    fputc('\n', file);
}

static void file_shape(const struct output *o, const struct bench_shape *shape,
                       const struct group *group)
{
    static bool begun;
    if (!begun)
        fputs(columns, o->file);
    begun = true;
    const struct gemm_problem p = problem_of(group, shape);
    for (int i = 0; i < group->count; i++) {
        const struct entrant *e = &group->entrants[i];
        const struct counts cost = predicted(&p, e);
        if (o->request->cool)
            file_row(o->file, "cool", shape, group, e, &e->cool, &cost);
        if (shape->hot)
            file_row(o->file, "hot", shape, group, e, &e->hot, &cost);
    }
    fflush(o->file); // what was measured is safe
}

// ---- The terminal --------------------------------------------------------------------------------

static void cell(double value, const char *format, int width)
{
    char text[32] = "-";
    if (isfinite(value))
        snprintf(text, sizeof text, format, value);
    printf("  %*s", width, text);
}

static void print_speed(const struct speed *s, bool with_ms)
{
    const bool timed = s->reps > 0;
    if (with_ms)
        cell(timed ? s->ms.median : (double)NAN, "%.4g", 8);
    cell(timed ? s->tflops : (double)NAN, "%.2f", 7);
    cell(timed ? 100 * s->ms.spread : (double)NAN, "%.1f%%", 6);
    cell(100 * s->ratio, "%.1f%%", 9);
    cell(100 * s->ratio_spread, "%.1f%%", 6);
    cell(s->clock_mhz, "%.0f", 5);
}

const char *entrant_name(const struct group *group, const struct entrant *e, char *text,
                         size_t size)
{
    if (!e->step)
        snprintf(text, size, "%s", e->name);
    else if (e->step->transposes == 0)
        snprintf(text, size, "%s/%s", e->chapter, e->name);
    else
        snprintf(text, size, "%s/%s/%s", e->chapter, e->name, transpose_name(group->transpose));
    return text;
}

static void print_entrant(const struct output *o, const struct bench_shape *shape,
                          const struct group *group, const struct entrant *e)
{
    char name[128], size[64];
    entrant_name(group, e, name, sizeof name);
    snprintf(size, sizeof size, "%d x %d x %d", shape->m, shape->n, shape->k);
    if (shape->random)
        printf("%-19s ", size);
    printf("%-42s %-7s", name, status_names[e->status]);
    cell(e->error, "%.2f", 5);
    if (e->status != ENTRANT_OK)
        printf("  %s\n", e->reason.text);
    else if (!o->request->timed)
        putchar('\n');
    else {
        if (o->request->cool)
            print_speed(&e->cool, true);
        if (shape->hot) {
            print_speed(&e->hot, false);
            cell(e->hot.power_watt, "%.0f", 5);
        }
        putchar('\n');
    }
}

static void print_columns(const struct output *o, bool random, bool hot)
{
    printf("%s%-42s %-7s  %5s", random ? "m x n x k           " : "", "step", "status", "error");
    if (o->request->timed && o->request->cool)
        printf("  %8s  %7s  %6s  %9s  %6s  %5s", "cool ms", "TFLOP/s", "spread", "of cuBLAS",
               "spread", "MHz");
    if (o->request->timed && hot)
        printf("  %7s  %6s  %9s  %6s  %5s  %5s", "hot", "spread", "of cuBLAS", "spread", "MHz",
               "W");
    putchar('\n');
}

void print_random_shapes_heading(const struct output *o)
{
    progress_clear();
    printf("\nRandom shapes\n");
    print_columns(o, true, false);
}

void print_shape(const struct output *o, const struct bench_shape *shape, const struct group *group)
{
    progress_clear();
    if (!shape->random) {
        printf("\n%d x %d x %d, %s %s\n", shape->m, shape->n, shape->k, group->types,
               transpose_name(group->transpose));
        print_columns(o, false, shape->hot);
    }
    for (int i = 0; i < group->count; i++)
        if (!shape->random || group->entrants[i].step || group->entrants[i].status != ENTRANT_OK)
            print_entrant(o, shape, group, &group->entrants[i]);
    fflush(stdout);
    if (o->file && o->request->timed)
        file_shape(o, shape, group);
}

void print_skipped_shape(const struct output *o, const struct bench_shape *shape,
                         const struct group *group, const char *why)
{
    const char *trans = transpose_name(group->transpose);
    progress_clear();
    printf("%d x %d x %d, %s %s: skipped, %s\n", shape->m, shape->n, shape->k, group->types, trans,
           why);
    if (o->file)
        fprintf(o->file, "# %d x %d x %d, %s %s: skipped, %s\n", shape->m, shape->n, shape->k,
                group->types, trans, why);
}

void print_end(const struct output *o, double seconds)
{
    progress_clear();
    printf("\nerror: the largest |error| / bound; more than 1 is wrong. "
           "spread: quartiles apart over median\n");
    both(o, "took: %.0f s", seconds);
}

// A table that emu/validate/ncu_compare.py reads: what should be counted.
void print_predictions(const struct bench_shape *shape, const struct group *groups, int count)
{
    char name[128];
    int index = 0;
    printf("# program: gemm --predict --sizes %d --shapes 0\nindex\tkernel\tstep", shape->m);
    for (int c = 0; c < counts_number(); c++)
        printf("\t%s", counts_name(c));
    putchar('\n');
    for (int g = 0; g < count; g++) {
        const struct gemm_problem p = problem_of(&groups[g], shape);
        for (int i = 0; i < groups[g].count; i++) {
            const struct entrant *e = &groups[g].entrants[i];
            const struct counts counts = predicted(&p, e);
            printf("%d\t%s\t%s", index++, e->name, entrant_name(&groups[g], e, name, sizeof name));
            for (int c = 0; c < counts_number(); c++)
                file_count(stdout, counts_get(&counts, c));
            putchar('\n');
        }
    }
}
