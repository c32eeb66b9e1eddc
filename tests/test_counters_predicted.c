// SPDX-License-Identifier: MIT
//
// test_counters_predicted.c: what the emulated GPU counts is what each step's formula predicts.
//
// Two ways to the same number that share nothing: the engine watches every load and store, the
// formula knows the problem and the tile sizes. Every counter must be equal, for every shape.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "../common/gpu.h"
#include "../common/matrix.h"
#include "chapters.h"

static const struct shape {
    int m, n, k;
    int lda, ldb, ldc; // beyond the row length
    double alpha, beta;
} shapes[] = {
    {256, 256, 256, 0, 0, 0, 1, 0},
    {1, 1, 1, 0, 0, 0, 1, 0},
    {16, 16, 16, 0, 0, 0, 1, 0},
    {17, 17, 17, 0, 0, 0, 1, 0}, // rows that share sectors, edges of one element
    {15, 31, 33, 0, 0, 0, 1, 0},
    {33, 2, 5, 0, 0, 0, 1, 0},
    {2, 33, 5, 0, 0, 0, 1, 0},
    {37, 41, 29, 0, 0, 0, 1, 1},
    {37, 41, 29, 3, 5, 7, 0.5, -2},
    {64, 48, 20, 1, 1, 1, 1, 0}, // rows that begin at any place in a sector
    {40, 24, 8, 4, 4, 4, 1, 0.5},
    {100, 3, 7, 0, 1, 2, 1, 0},
    {3, 100, 7, 2, 1, 0, 1, 0},
    {129, 65, 1, 0, 0, 0, 1, 0},
    {50, 50, 3, 0, 0, 0, 1, 1}, // lda < 8: a sector holds elements of several rows
    {20, 20, 0, 0, 0, 0, 1, 2}, // only beta C
    {20, 20, 9, 0, 0, 0, 0, 2},
    {20, 20, 9, 0, 0, 0, 0, 0},
    {0, 20, 9, 0, 0, 0, 1, 0},
    {20, 0, 9, 0, 0, 0, 1, 1},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static int at_least_one(int value) { return value > 1 ? value : 1; }

static struct gemm_problem problem_of(const struct shape *s)
{
    return (struct gemm_problem){
        .m = s->m,
        .n = s->n,
        .k = s->k,
        .alpha = s->alpha,
        .beta = s->beta,
        .lda = at_least_one(s->k + s->lda),
        .ldb = at_least_one(s->n + s->ldb),
        .ldc = at_least_one(s->n + s->ldc),
    };
}

static float *on_device(const struct gpu_ops *gpu, int rows, int cols, int ld)
{
    struct matrix M;
    cr_assert(matrix_alloc(&M, DTYPE_F32, rows, cols, ld));
    matrix_fill_bytes(&M, 0);
    matrix_fill_random(&M, 1);
    float *device = gpu->alloc(matrix_bytes(&M));
    gpu->copy_in(device, M.data, matrix_bytes(&M));
    matrix_free(&M);
    return device;
}

static struct counts count(const struct gpu_ops *gpu, const struct step *step,
                           const struct gemm_problem *p)
{
    struct counts counts;
    float *d_A = on_device(gpu, p->m, p->k, p->lda), *d_B = on_device(gpu, p->k, p->n, p->ldb);
    float *d_C = on_device(gpu, p->m, p->n, p->ldc);
    gpu->counting()->begin();
    step->run.sgemm_nn(p->m, p->n, p->k, (float)p->alpha, d_A, p->lda, d_B, p->ldb, (float)p->beta,
                       d_C, p->ldc);
    gpu->wait();
    gpu->counting()->end(&counts);
    gpu->release(d_A);
    gpu->release(d_B);
    gpu->release(d_C);
    return counts;
}

// Every field that the formula gives; returns how many it gives.
static int compare(const struct step *step, const struct gemm_problem *p,
                   const struct counts *counted, const struct counts *predicted)
{
    int given = 0;
    for (int i = 0; i < counts_number(); i++) {
        const long long wanted = counts_get(predicted, i), got = counts_get(counted, i);
        if (wanted == COUNT_UNKNOWN)
            continue;
        given++;
        cr_expect(got == wanted,
                  "%s, m %d n %d k %d ld %d %d %d alpha %g beta %g: %s: counted %lld, predicted "
                  "%lld",
                  step->name, p->m, p->n, p->k, p->lda, p->ldb, p->ldc, p->alpha, p->beta,
                  counts_name(i), got, wanted);
    }
    return given;
}

static const struct gpu_ops *open_gpu(void)
{
    const struct gpu_ops *gpu = gpu_ops();
    struct machine machine;
    struct failure why;
    cr_assert(gpu->open(&machine, &why), "%s", why.text);
    if (!gpu->counting())
        cr_skip_test("a real GPU counts for Nsight Compute only");
    return gpu;
}

Test(counters_predicted, equal_those_counted_for_every_step_and_shape)
{
    const struct gpu_ops *gpu = open_gpu();
    const struct chapter *chapter;
    const struct step *step;
    for (int number = 0; (step = step_number(number, &chapter)); number++) {
        if (step->place != STEP_ON_GPU)
            continue;
        cr_assert_not_null(step->predict, "%s/%s has no formula", chapter->name, step->name);
        for (int s = 0; s < SHAPES; s++) {
            const struct gemm_problem p = problem_of(&shapes[s]);
            const struct counts counted = count(gpu, step, &p), predicted = step->predict(&p);
            cr_expect(compare(step, &p, &counted, &predicted) > 0, "%s predicts nothing",
                      step->name);
        }
    }
}

// Numbers read with Nsight Compute on an H200, for 16 x 16 blocks at 256^3.
Test(counters_predicted, are_those_of_a_real_gpu)
{
    const struct {
        const char *step;
        long long load_requests, load_sectors, store_requests, store_sectors;
    } facts[] = {
        {"1_uncoalesced", 1048576, 8912896, 2048, 32768},
        {"2_coalesced", 1048576, 2097152, 2048, 8192},
    };
    const struct gpu_ops *gpu = open_gpu();
    const struct gemm_problem p = problem_of(&shapes[0]);
    int found = 0;
    const struct chapter *chapter;
    const struct step *step;
    for (int number = 0; (step = step_number(number, &chapter)); number++)
        for (size_t f = 0; f < sizeof facts / sizeof *facts; f++) {
            if (strcmp(step->name, facts[f].step) != 0 || strcmp(chapter->name, "02_naive") != 0)
                continue;
            const struct counts both[] = {count(gpu, step, &p), step->predict(&p)};
            for (int i = 0; i < 2; i++) {
                cr_expect(both[i].global_load_requests == facts[f].load_requests);
                cr_expect(both[i].global_load_sectors == facts[f].load_sectors);
                cr_expect(both[i].global_store_requests == facts[f].store_requests);
                cr_expect(both[i].global_store_sectors == facts[f].store_sectors);
            }
            found++;
        }
    cr_expect(found == 2);
}
