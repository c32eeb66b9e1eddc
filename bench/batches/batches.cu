// SPDX-License-Identifier: MIT
//
// batches.cu: many products in one launch (10_shapes_and_types: 1_batched, 3_grouped) and
// cuBLAS, in one run: `make bench-batches`. Writes rows separated by tabs.
//
// A and B are f16, N(0,1), C float32, alpha 1, beta 0, B k x n. In each round every entrant has one
// turn, in an order of chance. Before it 2 GiB are set to zero: that empties the L2 cache, and
// takes longer than the host needs to start all launches of the turn, so that no kernel waits for
// the host. Every C is compared with cuBLAS's. cuBLAS is found at run time.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "10_shapes_and_types/1_batched/batched.h"
#include "10_shapes_and_types/3_grouped/grouped.h"
#include "common/base/rounds.h"
#include "common/base/timer.h"
#include "common/device/cuda_check.h"
#include "common/step/matrix.h"
#include "batches_cublas.h"
#include "../ceilings/driver_version.h"

enum { ROUNDS = 25, WARM_UP = 3, MOST_PRODUCTS = 128, MOST_ENTRANTS = 6 };
static const size_t FLUSH_BYTES = (size_t)2 << 30;
static char *flush;

// ---- Problems ------------------------------------------------------------------------------------

// Products in the memory of the device. The course and cuBLAS have separate Cs.
struct products {
    int count;
    struct gemm of[MOST_PRODUCTS]; // ours
    float *theirs[MOST_PRODUCTS];  // cuBLAS's C's
    char *A, *B, *C, *D;           // all of them
    size_t c_floats;
    const void **device_a, **device_b; // arrays of pointers, in device memory
    void **device_c, **device_d;
    struct group group;
    bool f16_out; // cuBLAS has no grouped product into f32: it writes f16
};

static void *on_device(size_t bytes)
{
    void *memory = NULL;
    CUDA_CHECK(cudaMalloc(&memory, bytes > 0 ? bytes : 1));
    return memory;
}

static char *random_f16(size_t elements, unsigned seed)
{
    enum { ROW = 4096 };
    struct matrix M;
    const int rows = (int)((elements + ROW - 1) / ROW);
    if (!matrix_alloc(&M, DTYPE_F16, rows, ROW, ROW)) {
        fprintf(stderr, "batches: no memory on the host\n");
        exit(1);
    }
    matrix_fill_random(&M, seed);
    char *d = (char *)on_device(matrix_bytes(&M));
    CUDA_CHECK(cudaMemcpy(d, M.data, matrix_bytes(&M), cudaMemcpyHostToDevice));
    matrix_free(&M);
    return d;
}

static void *pointers(const void *const *host, int count)
{
    void *d = on_device(sizeof *host * (size_t)count);
    CUDA_CHECK(cudaMemcpy(d, host, sizeof *host * (size_t)count, cudaMemcpyHostToDevice));
    return d;
}

// Product after product, without gaps.
static void make_products(struct products *x, const int (*sizes)[3], int count)
{
    size_t a = 0, b = 0, c = 0;
    const void *as[MOST_PRODUCTS], *bs[MOST_PRODUCTS], *cs[MOST_PRODUCTS], *ds[MOST_PRODUCTS];
    struct failure why;
    for (int i = 0; i < count; i++) {
        a += (size_t)sizes[i][0] * sizes[i][2];
        b += (size_t)sizes[i][2] * sizes[i][1];
        c += (size_t)sizes[i][0] * sizes[i][1];
    }
    x->count = count;
    x->A = random_f16(a, 1);
    x->B = random_f16(b, 2);
    x->c_floats = c;
    x->C = (char *)on_device(c * sizeof(float));
    x->D = (char *)on_device(c * sizeof(float));
    a = b = c = 0;
    for (int i = 0; i < count; i++) {
        const int m = sizes[i][0], n = sizes[i][1], k = sizes[i][2];
        struct gemm *g = &x->of[i];
        *g = {};
        g->problem.m = m, g->problem.n = n, g->problem.k = k, g->problem.alpha = 1;
        g->problem.lda = k, g->problem.ldb = g->problem.ldc = n;
        as[i] = g->A = x->A + a * 2;
        bs[i] = g->B = x->B + b * 2;
        cs[i] = g->C = x->C + c * 4;
        ds[i] = x->theirs[i] = (float *)(x->D + c * 4);
        a += (size_t)m * k, b += (size_t)k * n, c += (size_t)m * n;
    }
    x->device_a = (const void **)pointers(as, count);
    x->device_b = (const void **)pointers(bs, count);
    x->device_c = (void **)pointers(cs, count);
    x->device_d = (void **)pointers(ds, count);
    if (!grouped_make(&x->group, x->of, count, &why)) {
        fprintf(stderr, "batches: %s\n", why.text);
        exit(1);
    }
}

static void free_products(struct products *x)
{
    grouped_free(&x->group);
    void *const all[] = {x->A,        x->B,        x->C,        x->D,
                         x->device_a, x->device_b, x->device_c, x->device_d};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        CUDA_CHECK(cudaFree(all[i]));
}

// ---- Entrants ------------------------------------------------------------------------------------

// False: it has no such product.
typedef bool entrant_fn(struct products *x);

static bool ours_strided(struct products *x)
{
    const struct gemm_problem *p = &x->of[0].problem;
    struct batch b = {};
    b.count = x->count;
    b.stride_a = (ptrdiff_t)p->m * p->k, b.stride_b = (ptrdiff_t)p->k * p->n;
    b.stride_c = (ptrdiff_t)p->m * p->n;
    batched_gemm(&x->of[0], &b);
    return true;
}

static bool ours_pointers(struct products *x)
{
    struct batch b = {};
    b.count = x->count;
    b.A = x->device_a, b.B = x->device_b, b.C = (float *const *)x->device_c, b.vectors = true;
    batched_gemm(&x->of[0], &b);
    return true;
}

static bool ours_grouped(struct products *x)
{
    grouped_gemm(&x->group);
    return true;
}

static bool cublas_loop(struct products *x)
{
    const float one = 1, zero = 0;
    for (int i = 0; i < x->count; i++) {
        const struct gemm_problem *p = &x->of[i].problem;
        if (gemm_ex(handle, OP_N, OP_N, p->n, p->m, p->k, &one, x->of[i].B, R_16F, p->ldb,
                    x->of[i].A, R_16F, p->lda, &zero, x->theirs[i], R_32F, p->ldc, COMPUTE_32F,
                    DEFAULT_ALGORITHM) != 0)
            return false;
    }
    return true;
}

static bool cublas_strided(struct products *x)
{
    const struct gemm_problem *p = &x->of[0].problem;
    const float one = 1, zero = 0;
    return strided(handle, OP_N, OP_N, p->n, p->m, p->k, &one, x->B, R_16F, p->ldb,
                   (long long)p->k * p->n, x->A, R_16F, p->lda, (long long)p->m * p->k, &zero, x->D,
                   R_32F, p->ldc, (long long)p->m * p->n, x->count, COMPUTE_32F,
                   DEFAULT_ALGORITHM) == 0;
}

// Each product is a separate group. Where cuBLAS has no such product into f32: into f16, which is
// half the bytes.
static bool cublas_grouped(struct products *x)
{
    static int op[MOST_PRODUCTS], m[MOST_PRODUCTS], n[MOST_PRODUCTS], k[MOST_PRODUCTS],
        size[MOST_PRODUCTS];
    static float one[MOST_PRODUCTS], zero[MOST_PRODUCTS];
    for (int i = 0; i < x->count; i++) {
        const struct gemm_problem *p = &x->of[i].problem;
        m[i] = p->m, n[i] = p->n, k[i] = p->k, size[i] = 1, one[i] = 1, op[i] = OP_N;
    }
    if (!grouped)
        return false;
    return grouped(handle, op, op, n, m, k, one, x->device_b, R_16F, n, x->device_a, R_16F, k, zero,
                   x->device_d, x->f16_out ? R_16F : R_32F, n, x->count, size, COMPUTE_32F) == 0;
}

struct entrant {
    const char *name;
    entrant_fn *run;
    bool is_cublas;
    bool runs;
    double us[ROUNDS];
};

// ---- Checks and times ----------------------------------------------------------------------------

// The largest difference between ours, just computed, and cuBLAS's; infinite where one is NaN.
static double difference(const struct products *x)
{
    float *c = (float *)malloc(x->c_floats * 4), *d = (float *)malloc(x->c_floats * 4);
    double worst = 0;
    if (!c || !d)
        exit(1);
    CUDA_CHECK(cudaMemcpy(c, x->C, x->c_floats * 4, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(d, x->D, x->c_floats * 4, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < x->c_floats; i++) {
        const double error = fabs((double)c[i] - d[i]);
        worst = fmax(worst, isnan(error) ? INFINITY : error);
    }
    free(c);
    free(d);
    return worst;
}

static double time_once(struct products *x, const struct entrant *e, cudaEvent_t start,
                        cudaEvent_t stop)
{
    float ms;
    CUDA_CHECK(cudaMemsetAsync(flush, 0, FLUSH_BYTES, NULL));
    CUDA_CHECK(cudaEventRecord(start, NULL));
    e->run(x);
    CUDA_CHECK(cudaEventRecord(stop, NULL));
    CUDA_CHECK(cudaEventSynchronize(stop));
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    return 1e3 * ms;
}

static void time_all(struct products *x, struct entrant *entrants, int count)
{
    cudaEvent_t start, stop;
    uint64_t state = 1;
    int order[MOST_ENTRANTS];
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    for (int i = 0; i < count; i++)
        order[i] = i;
    for (int round = -WARM_UP; round < ROUNDS; round++) {
        shuffle(&state, order, count);
        for (int i = 0; i < count; i++) {
            struct entrant *e = &entrants[order[i]];
            const double us = e->runs ? time_once(x, e, start, stop) : NAN;
            rest_after(us * 1e-3);
            if (round >= 0)
                e->us[round] = us;
        }
    }
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
}

// of_...: the peer's time over this one's in the same round, the median.
static double ratio(const struct entrant *peer, const struct entrant *e)
{
    double ratios[ROUNDS];
    for (int i = 0; i < ROUNDS; i++)
        ratios[i] = peer->us[i] / e->us[i];
    return peer->runs && e->runs ? statistics_of(ratios, ROUNDS).median : NAN;
}

// peers: the two entrants that the other ones are compared with. Returns whether all was right.
static bool bench(const char *what, const int (*sizes)[3], int products, struct entrant *entrants,
                  int count, const int peers[2])
{
    static struct products x;
    double flops = 0;
    int k = 0;
    bool right = true;
    x = {};
    make_products(&x, sizes, products);
    for (int i = 0; i < products; i++) {
        flops += 2.0 * sizes[i][0] * sizes[i][1] * sizes[i][2];
        k = sizes[i][2] > k ? sizes[i][2] : k;
    }
    CUDA_CHECK(cudaMemset(x.D, 0xff, x.c_floats * 4));
    cublas_loop(&x);
    for (int i = 0; i < count; i++) {
        struct entrant *e = &entrants[i];
        CUDA_CHECK(cudaMemset(x.C, 0xff, x.c_floats * 4)); // NaN
        e->runs = e->run(&x);
        CUDA_CHECK(cudaDeviceSynchronize());
        if (!e->runs && e->run == cublas_grouped) {
            x.f16_out = true;
            e->runs = e->run(&x);
        }
        // Sums of k products of N(0,1): both are off by about 2^-24 k, in steps of the sum's size.
        if (!e->is_cublas && !(difference(&x) <= ldexp(k, -17))) {
            fprintf(stderr, "batches: %s, %s: off by %g\n", what, e->name, difference(&x));
            right = false;
        }
    }
    time_all(&x, entrants, count);
    for (int i = 0; i < count; i++) {
        double sorted[ROUNDS];
        const double first = ratio(&entrants[peers[0]], &entrants[i]);
        const double second = ratio(&entrants[peers[1]], &entrants[i]);
        memcpy(sorted, entrants[i].us, sizeof sorted);
        const struct statistics s = statistics_of(sorted, ROUNDS);
        const bool halves = x.f16_out && entrants[i].run == cublas_grouped;
        printf("%s\t%s%s\t%d\t%.1f\t%.3f\t%.1f\t%.3f\t%.3f\n", what, entrants[i].name,
               halves ? " (C in f16)" : "", products, s.median, s.spread, flops / s.median * 1e-6,
               first, second);
    }
    fflush(stdout);
    free_products(&x);
    return right;
}

// ---- The whole -----------------------------------------------------------------------------------

static bool bench_batch(int count, int size)
{
    static int sizes[MOST_PRODUCTS][3];
    char what[64];
    struct entrant entrants[] = {{"1_batched", ours_strided},
                                 {"1_batched, pointers", ours_pointers},
                                 {"3_grouped", ours_grouped},
                                 {"cublasGemmStridedBatchedEx", cublas_strided, true},
                                 {"cublasGemmEx in a loop", cublas_loop, true}};
    for (int i = 0; i < count; i++)
        sizes[i][0] = sizes[i][1] = sizes[i][2] = size;
    snprintf(what, sizeof what, "%d of %d x %d x %d", count, size, size, size);
    return bench(what, sizes, count, entrants, 5, (const int[]){3, 4});
}

// Experts with weights of k x n each, and so many tokens as the draw gave them: from none to
// 2 * mean, by a fixed rule that looks like chance.
static bool bench_experts(int experts, int mean, int n, int k)
{
    static int sizes[MOST_PRODUCTS][3];
    char what[64];
    struct entrant entrants[] = {{"3_grouped", ours_grouped},
                                 {"cublasGemmGroupedBatchedEx", cublas_grouped, true},
                                 {"cublasGemmEx in a loop", cublas_loop, true}};
    for (int i = 0; i < experts; i++) {
        sizes[i][0] = 1 + (int)((i * 2654435761u >> 7) % (unsigned)(2 * mean - 1));
        sizes[i][1] = n, sizes[i][2] = k;
    }
    snprintf(what, sizeof what, "%d experts, about %d x %d x %d", experts, mean, n, k);
    return bench(what, sizes, experts, entrants, 3, (const int[]){1, 2});
}

int main(int argc, char **argv)
{
    struct cudaDeviceProp properties;
    char driver[64], date[16];
    const time_t now = time(NULL);
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess || !open_cublas()) {
        fprintf(stderr, "batches: needs a GPU and cuBLAS\n");
        return 1;
    }
    driver_version(driver, sizeof driver);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    printf("# %s, driver %s, cuBLAS %d.%d.%d, %s, commit %s\n", properties.name, driver,
           version / 10000, version / 100 % 100, version % 100, date,
           argc > 1 ? argv[1] : "unknown");
    printf("# f16 N(0,1), C f32, NN; L2 emptied before each run; median of %d, order shuffled in "
           "each round\n# of_...: that peer's time over this one's in the same round, median\n",
           ROUNDS);
    printf("what\tentrant\tproducts\tus\tspread\ttflops\tof_batched_or_grouped\tof_loop\n");
    flush = (char *)on_device(FLUSH_BYTES);
    bool right = bench_batch(64, 512);
    right &= bench_batch(128, 128);
    right &= bench_batch(16, 1024);
    right &= bench_experts(32, 64, 2048, 2048);
    right &= bench_experts(64, 128, 2048, 1024);
    right &= bench_experts(8, 512, 4096, 2048);
    CUDA_CHECK(cudaFree(flush));
    return right ? 0 : 1;
}
