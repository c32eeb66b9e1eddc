// SPDX-License-Identifier: MIT
//
// tune.cu: what the configurations of 05_outer_product/8_tuned take: `make tune GPU=cuda`.
//
// Writes two kinds of rows, separated by tabs:
//
//     kernel   a size of a block with its BK and STAGES: what tuned_table.c holds, found from three
//              problems of one wave: few turns, many turns, and tiles split among four blocks
//     shape    a problem with each plan that 8_tuned could have chosen: measured, and expected
//
// Everything is on N(0,1) data, with an empty L2 cache, in turns with the other ones; the results
// of every launch that counts are checked first, some elements against float64.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "05_outer_product/outer.h"
#include "common/driver/gpu/cublas.h"
#include "05_outer_product/8_tuned/tuned_kernel.h"
#include "common/step/matrix.h"
#include "common/base/timer.h"
#include "tune.h"

#define VARIANT(name) name##_8_tuned_1
#define BK 8
#define STAGES TUNED_STAGES(SLICES)
#define WIDTH 1
#include "05_outer_product/8_tuned/tuned_blocks.h"

#define VARIANT(name) name##_8_tuned_4
#define BK 8
#define STAGES TUNED_STAGES(SLICES)
#define WIDTH 4
#include "05_outer_product/8_tuned/tuned_blocks.h"

#define VARIANT(name) name##_8_3_1
#define BK 8
#define STAGES 3
#define WIDTH 1
#include "05_outer_product/8_tuned/tuned_blocks.h"

#define VARIANT(name) name##_8_3_4
#define BK 8
#define STAGES 3
#define WIDTH 4
#include "05_outer_product/8_tuned/tuned_blocks.h"

#define VARIANT(name) name##_16_2_1
#define BK 16
#define STAGES 2
#define WIDTH 1
#include "05_outer_product/8_tuned/tuned_blocks.h"

#define VARIANT(name) name##_16_2_4
#define BK 16
#define STAGES 2
#define WIDTH 4
#include "05_outer_product/8_tuned/tuned_blocks.h"

static const struct variant {
    int bk, stages;                     // stages 0: as in 8_tuned
    tuned_kernel_fn *const *kernels[2]; // single floats, float4s
} variants[] = {
    {TUNED_BK, 0, {row_8_tuned_1, row_8_tuned_4}},
    {8, 3, {row_8_3_1, row_8_3_4}},
    {16, 2, {row_16_2_1, row_16_2_4}},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

enum { LARGEST = 8192, REPETITIONS = 11 };
static float *h_A, *h_B, *h_C, *d_A, *d_B, *d_C;
static void *flush;
static size_t flush_bytes;
static int wrong, sms;

static void fill(float *h, float *d, unsigned seed)
{
    struct matrix M = {DTYPE_F32, LARGEST, LARGEST, LARGEST, h};
    matrix_fill_random(&M, seed);
    CUDA_CHECK(cudaMemcpy(d, h, matrix_bytes(&M), cudaMemcpyHostToDevice));
}

// One contender for one problem. kernel NULL: `library`.
struct run {
    tuned_kernel_fn *kernel;
    sgemm_nn_fn *library;
    struct share share;
    size_t shared_bytes;
    double ms[REPETITIONS];
    double median;
};

static void launch(const struct run *r, int m, int n, int k)
{
    if (r->kernel)
        tuned_launch(r->kernel, &r->share, r->shared_bytes, m, n, k, 1, d_A, k, d_B, n, 0, d_C, n);
    else
        r->library(m, n, k, 1, d_A, k, d_B, n, 0, d_C, n);
}

// Are some elements of C right, the corners among them, and none of it left unwritten?
static void check(const struct run *r, int m, int n, int k, const char *name)
{
    const size_t bytes = sizeof(float) * m * n;
    CUDA_CHECK(cudaMemset(d_C, 0xff, bytes)); // NaN
    launch(r, m, n, k);
    CUDA_CHECK(cudaMemcpy(h_C, d_C, bytes, cudaMemcpyDeviceToHost));
    bool right = true;
    for (size_t i = 0; i < (size_t)m * n; i++)
        right &= h_C[i] == h_C[i];
    for (int s = 0; s < 200; s++) {
        const int row = s < 4 ? (s & 1) * (m - 1) : (int)((s * 7919LL) % m);
        const int col = s < 4 ? (s >> 1) * (n - 1) : (int)((s * 104729LL) % n);
        double sum = 0, size = 0;
        for (int p = 0; p < k; p++) {
            const double product = (double)h_A[row_major(row, p, k)] * h_B[row_major(p, col, n)];
            sum += product;
            size += fabs(product);
        }
        right &= fabs(h_C[row_major(row, col, n)] - sum) <= size * k * 6e-8;
    }
    if (right)
        return;
    fprintf(stderr, "tune: %s, m %d n %d k %d: wrong result\n", name, m, n, k);
    wrong++;
}

static float time_once(const struct run *r, int m, int n, int k, cudaEvent_t start,
                       cudaEvent_t stop)
{
    float ms;
    CUDA_CHECK(cudaMemsetAsync(flush, 0, flush_bytes, NULL));
    CUDA_CHECK(cudaEventRecord(start, NULL));
    launch(r, m, n, k);
    CUDA_CHECK(cudaEventRecord(stop, NULL));
    CUDA_CHECK(cudaEventSynchronize(stop));
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    return ms;
}

// Times all contenders in turns, there and back, so that none always follows the same one.
static void measure(struct run *runs, int count, int m, int n, int k)
{
    cudaEvent_t start, stop;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    for (int round = -2; round < REPETITIONS; round++)
        for (int i = 0; i < count; i++) {
            struct run *r = &runs[round % 2 ? count - 1 - i : i];
            const float ms = time_once(r, m, n, k, start, stop);
            if (round >= 0)
                r->ms[round] = ms;
        }
    for (int i = 0; i < count; i++)
        runs[i].median = statistics_of(runs[i].ms, REPETITIONS).median;
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
}

// ---- Kernels -------------------------------------------------------------------------------------

// down x across tiles and k columns, whole (parts == 1) or each split among `parts` blocks.
static double time_wave(struct run *r, int bm, int bn, int down, int across, int k, int parts)
{
    r->share = (struct share){
        .tiles = down * across, .blocks = down * across * parts, .rounds = parts == 1};
    check(r, bm * down, bn * across, k, "one wave");
    measure(r, 1, bm * down, bn * across, k);
    return r->median * 1e6;
}

static void kernel_row(const struct variant *v, int configuration, int vectors)
{
    enum { FEW = 512, MANY = 2560, PARTS = 4 };
    const struct tuned_configuration *c = &tuned_configurations[configuration];
    const int bm = c->warps_down * WM, bn = c->warps_across * WN, tile_k = v->bk * c->slices;
    const int stages = v->stages > 0 ? v->stages : TUNED_STAGES(c->slices);
    struct run r = {};
    r.kernel = v->kernels[vectors][configuration];
    r.shared_bytes = tuned_shared_bytes(bm, bn, tile_k, stages, c->slices);

    enum { DOWN = 12 };
    const int across = sms / DOWN; // one wave
    const double few = time_wave(&r, bm, bn, DOWN, across, FEW, 1);
    const double many = time_wave(&r, bm, bn, DOWN, across, MANY, 1);
    const double turn = (many - few) / ((MANY - FEW) / tile_k);
    const double fixed = few - turn * (FEW / tile_k);
    const double split = time_wave(&r, bm, bn, DOWN / PARTS, across, MANY, PARTS);
    const double part = (split - fixed - turn * (MANY / tile_k / PARTS)) / PARTS;
    const double flops = 2.0 * bm * DOWN * bn * across * tile_k;
    printf("kernel\t%dx%d\t%d\t%d\t%d\t%.1f\t%.1f\t%.1f\t%.2f\t%s\n", bm, bn, v->bk, stages,
           vectors ? 4 : 1, fixed, turn, part, flops / turn * 1e-3, v->stages ? "" : "tuned");
    fflush(stdout);
}

// ---- Shapes --------------------------------------------------------------------------------------

static void shape_rows(int m, int n, int k)
{
    enum { MOST = (TUNED_MOST_SPLIT + 1) * TUNED_CONFIGURATIONS + 1 };
    const int vectors = n % 4 == 0;
    struct run runs[MOST] = {};
    struct sgemm_plan plans[MOST];
    int split[MOST] = {};
    int count = 0;
    for (int c = 0; c < TUNED_CONFIGURATIONS; c++)
        for (int split_rounds = 0; split_rounds <= TUNED_MOST_SPLIT; split_rounds++) {
            if (!sgemm_plan(sms, c, split_rounds, m, n, k, vectors, &plans[count]))
                continue;
            struct run *r = &runs[count];
            split[count] = split_rounds;
            r->kernel = variants[0].kernels[vectors][c]; // those of 8_tuned
            r->share = plans[count].share;
            r->shared_bytes =
                tuned_shared_bytes(plans[count].bm, plans[count].bn, plans[count].tile_k,
                                   TUNED_STAGES(plans[count].slices), plans[count].slices);
            check(r, m, n, k, "shape");
            count++;
        }
    const int plans_count = count;
    runs[count].library = cublas_sgemm();
    count += runs[count].library != NULL;
    measure(runs, count, m, n, k);

    const struct sgemm_plan chosen = sgemm_choose(sms, m, n, k, vectors);
    const double library = count > plans_count ? runs[plans_count].median : 0;
    for (int i = 0; i < plans_count; i++) {
        const bool is_chosen = plans[i].configuration == chosen.configuration &&
                               plans[i].share.rounds == chosen.share.rounds &&
                               plans[i].share.blocks == chosen.share.blocks;
        printf("shape\t%dx%dx%d\t%d\t%dx%d\t%s\t%d\t%.2f\t%.2f\t%.2f\t%.3f\t%s\n", m, n, k,
               vectors ? 4 : 1, plans[i].bm, plans[i].bn,
               split[i] == 0   ? "whole"
               : split[i] == 1 ? "parts"
                               : "two rounds",
               plans[i].share.blocks, runs[i].median * 1e3, plans[i].expected_ns * 1e-3,
               2e-9 * m * n * k / runs[i].median, library / runs[i].median,
               is_chosen ? "chosen" : "");
    }
    fflush(stdout);
}

static void header(const struct machine *machine, const char *commit)
{
    tune_header(machine, commit);
    printf("# kernel\tblock\tbk\tstages\twidth\tfixed ns\tturn ns\tpart ns\tTFLOP/s in a wave\tin "
           "8_tuned\n");
    printf("# shape\tmxnxk\twidth\tblock\ttiles\tblocks\tmicroseconds\texpected\tTFLOP/s\t"
           "of cuBLAS\tchosen\n");
}

int main(int argc, char **argv)
{
    const struct machine machine = open_gpu("tune", 0);
    const size_t bytes = sizeof(float) * LARGEST * LARGEST;
    h_A = (float *)malloc(bytes), h_B = (float *)malloc(bytes), h_C = (float *)malloc(bytes);
    if (!h_A || !h_B || !h_C) {
        fprintf(stderr, "tune: out of memory (%zu bytes)\n", 3 * bytes);
        return 1;
    }
    CUDA_CHECK(cudaMalloc(&d_A, bytes));
    CUDA_CHECK(cudaMalloc(&d_B, bytes));
    CUDA_CHECK(cudaMalloc(&d_C, bytes));
    flush_bytes = 2 * machine.l2_bytes;
    CUDA_CHECK(cudaMalloc(&flush, flush_bytes));
    fill(h_A, d_A, 1);
    fill(h_B, d_B, 2);

    sms = machine.sm_count;
    header(&machine, argc > 1 ? argv[1] : "unknown");
    for (int v = 0; v < VARIANTS; v++)
        for (int c = 0; c < TUNED_CONFIGURATIONS; c++)
            for (int vectors = 0; vectors < 2; vectors++)
                kernel_row(&variants[v], c, vectors);

    // Shapes on which it was slow once, and more.
    const int odd[][3] = {{656, 722, 1998},   {927, 541, 1606},  {2098, 573, 3801},
                          {2146, 1079, 595},  {2111, 750, 3989}, {1126, 3693, 2179},
                          {2072, 3899, 4049}, {2035, 2996, 705}, {1559, 1978, 2706},
                          {1408, 3394, 2617}, {2482, 3970, 2856}};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        shape_rows(odd[i][0], odd[i][1], odd[i][2]);
    const int squares[] = {512, 1024, 2048, 4095, 4096, 8192};
    for (size_t i = 0; i < sizeof squares / sizeof *squares; i++)
        shape_rows(squares[i], squares[i], squares[i]);
    tune_random_shapes(20, 1, shape_rows);
    return wrong ? 1 : 0;
}
