// SPDX-License-Identifier: MIT
//
// The experiment --stages: 3_multistage with 2 to 8 stages. Shared memory and the time for a copy
// change; the product must be the same to the last bit.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/driver/driver.h"
#include "../../common/driver/gpu/random_on_device.h"
#include "experiments.h"
#include "stages.h"

static const int sweep[] = {2, 3, 4, 5, 6, 8};
enum { POINTS = sizeof sweep / sizeof *sweep, DEFAULT_REPS = 20 };

struct point {
    int stages;
    bool fits, same; // as the C of the fewest stages
    double median_ms, tflops, requests;
};

struct product {
    struct gemm gemm;
    struct point *point; // of the next launch
};

static void launch(void *context)
{
    const struct product *x = context;
    hgemm_stages(x->point->stages, &x->gemm);
}

static size_t shared_bytes(const struct point *p) { return (size_t)p->stages * hier_stage_bytes(); }

// ---- Running -------------------------------------------------------------------------------------

// Computes C; on the emulated GPU also counts the copies.
static void run_once(struct product *x, const struct gpu_ops *gpu, struct matrix *C)
{
    const struct counting *counting = gpu->counting();
    matrix_fill_bytes(C, 0xff); // NaN: an element that no block computes is seen
    gpu->copy_in(x->gemm.C, C->data, matrix_bytes(C));
    if (counting)
        counting->begin();
    launch(x);
    gpu->wait();
    if (counting) {
        struct counts counts;
        counting->end(&counts);
        x->point->requests = (double)counts.cp_async_requests;
    }
    gpu->copy_out(C->data, x->gemm.C, matrix_bytes(C));
}

// Measures all numbers of stages that fit.
static bool measure(struct product *x, struct point points[POINTS], const struct setup *setup)
{
    const int reps = setup->reps > 0 ? setup->reps : DEFAULT_REPS;
    double *samples = malloc(sizeof *samples * POINTS * (size_t)reps);
    struct product products[POINTS];
    struct contender contenders[POINTS];
    int count = 0;
    if (!samples)
        return false;
    for (int i = 0; i < POINTS; i++)
        if (points[i].fits) {
            products[count] = (struct product){x->gemm, &points[i]};
            contenders[count] = (struct contender){.launch = launch,
                                                   .context = &products[count],
                                                   .ms = samples + (size_t)count * (size_t)reps};
            count++;
        }
    setup->gpu->time(contenders, count, reps, setup->cold);
    for (int i = 0; i < count; i++) {
        struct point *p = products[i].point;
        p->median_ms = statistics_of(contenders[i].ms, reps).median;
        p->tflops =
            2.0 * x->gemm.problem.m * x->gemm.problem.n * x->gemm.problem.k / (1e9 * p->median_ms);
    }
    free(samples);
    return true;
}

static bool run_points(struct product *x, struct point points[POINTS], const struct setup *setup)
{
    struct matrix first = {0}, C = {0};
    const struct gemm_problem *p = &x->gemm.problem;
    bool enough = matrix_alloc(&first, DTYPE_F32, p->m, p->n, p->n) &&
                  matrix_alloc(&C, DTYPE_F32, p->m, p->n, p->n);
    for (int i = 0; i < POINTS && enough; i++) {
        x->point = &points[i];
        if (!points[i].fits)
            continue;
        run_once(x, setup->gpu, i == 0 ? &first : &C);
        points[i].same = i == 0 || memcmp(first.data, C.data, matrix_bytes(&C)) == 0;
    }
    matrix_free(&first);
    matrix_free(&C);
    return enough && (setup->machine.is_emulated || measure(x, points, setup));
}

// ---- Reporting -----------------------------------------------------------------------------------

static void print_table(const struct gemm_problem *p, const struct point points[POINTS],
                        const struct setup *setup)
{
    const bool measured = !setup->machine.is_emulated;
    printf("--stages: %s\nC = A B, m = %d, n = %d, k = %d; a stage has %zu bytes\n\n",
           setup->machine.name, p->m, p->n, p->k, hier_stage_bytes());
    printf("%6s  %13s  %10s  %17s  %-5s", "stages", "shared memory", "wait_group",
           "turns for a copy", "C");
    printf(measured ? "  %9s  %8s\n" : "  %17s\n", measured ? "median ms" : "cp.async requests",
           "TFLOP/s");
    for (int i = 0; i < POINTS; i++) {
        const struct point *q = &points[i];
        printf("%6d  %13zu  %10d  %17d  ", q->stages, shared_bytes(q), q->stages - 2,
               q->stages - 1);
        if (!q->fits)
            printf("skipped: a block of this GPU has at most %zu bytes\n",
                   setup->machine.shared_per_block_optin);
        else if (measured)
            printf("%-5s  %9.4f  %8.2f\n", q->same ? "same" : "WRONG", q->median_ms, q->tflops);
        else
            printf("%-5s  %17.0f\n", q->same ? "same" : "WRONG", q->requests);
    }
    if (!measured)
        printf("\nThe emulated GPU shows no times: there a copy lands when it is waited for.\n");
}

static void print_lines(const struct gemm_problem *p, const struct point points[POINTS],
                        const struct setup *setup)
{
    const bool json = setup->format == FORMAT_JSON;
    if (!json)
        puts("chapter,experiment,m,n,k,stages,shared_bytes,fits,same,cp_async_requests,median_ms,"
             "tflops,machine,emulated");
    for (int i = 0; i < POINTS; i++) {
        const struct point *q = &points[i];
        const struct figure figures[] = {
            {"m", p->m},
            {"n", p->n},
            {"k", p->k},
            {"stages", q->stages},
            {"shared_bytes", (double)shared_bytes(q)},
            {"fits", q->fits},
            {"same", q->fits ? q->same : NAN},
            {"cp_async_requests", q->requests},
            {"median_ms", q->median_ms},
            {"tflops", q->tflops},
        };
        printf(json ? "{\"chapter\":\"%s\",\"experiment\":\"stages\"" : "%s,stages",
               setup->chapter->name);
        print_figures(json, figures, sizeof figures / sizeof *figures, &setup->machine, stdout);
    }
}

// ---- The whole -----------------------------------------------------------------------------------

static bool check(const struct gemm_problem *p, const struct setup *setup, struct failure *why)
{
    if (p->m == 0 || p->n == 0)
        return fail(why, "--stages: C is empty; -m and -n must be at least 1");
    if (p->n % 8 != 0 || p->k % 8 != 0)
        return fail(why, "--stages: takes n and k that are multiples of 8; n is %d and k is %d",
                    p->n, p->k);
    if (machine_capability(&setup->machine) < 80)
        return fail(why, "--stages: needs compute capability 8.0; this GPU has %d.%d",
                    setup->machine.compute_capability / 10, setup->machine.compute_capability % 10);
    const double needed =
        2.0 * ((double)p->m * p->k + (double)p->k * p->n) + 4.0 * (double)p->m * p->n;
    if (needed > (double)setup->gpu->free_memory())
        return fail(why, "--stages: needs %.0f MiB of GPU memory, %.0f MiB are free",
                    needed / (1 << 20), (double)setup->gpu->free_memory() / (1 << 20));
    return true;
}

int hier_stages_experiment(const struct gemm_problem *p, const struct setup *setup)
{
    struct failure why;
    if (!check(p, setup, &why))
        return complain(setup->chapter, &why, EXIT_REQUEST);
    void *d_A = random_on_device(setup->gpu, DTYPE_F16, p->m, p->k, 1);
    void *d_B = random_on_device(setup->gpu, DTYPE_F16, p->k, p->n, 2);
    void *d_C = random_on_device(setup->gpu, DTYPE_F32, p->m, p->n, 3);
    struct product x = {.gemm = {*p, d_A, d_B, d_C}};
    x.gemm.problem.trans_b = false;
    x.gemm.problem.alpha = 1, x.gemm.problem.beta = 0;
    x.gemm.problem.lda = p->k, x.gemm.problem.ldb = x.gemm.problem.ldc = p->n;
    struct point points[POINTS];
    for (int i = 0; i < POINTS; i++) {
        points[i] =
            (struct point){.stages = sweep[i], .median_ms = NAN, .tflops = NAN, .requests = NAN};
        points[i].fits = shared_bytes(&points[i]) <= setup->machine.shared_per_block_optin;
    }
    const bool enough = d_A && d_B && d_C && run_points(&x, points, setup);
    setup->gpu->release(d_A);
    setup->gpu->release(d_B);
    setup->gpu->release(d_C);
    if (!enough) {
        fail(&why, "--stages: no memory on the host");
        return complain(setup->chapter, &why, EXIT_WRONG);
    }
    (setup->format == FORMAT_TABLE ? print_table : print_lines)(&x.gemm.problem, points, setup);
    for (int i = 0; i < POINTS; i++)
        if (points[i].fits && !points[i].same) {
            fail(&why, "--stages: %d stages gave another result", points[i].stages);
            return complain(setup->chapter, &why, EXIT_WRONG);
        }
    return EXIT_OK;
}
