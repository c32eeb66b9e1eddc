// SPDX-License-Identifier: MIT
//
// test_counters_predicted.c: what the emulated GPU counts is what each step's formula predicts.
//
// Two ways to the same number that share nothing: the engine watches every load and store, the
// formula knows the problem and the tile sizes. Every counter must be equal, for every shape.
#define _POSIX_C_SOURCE 200809L // access, setenv
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../common/driver/gpu/gpu.h"
#include "../../common/device/index.h"
#include "../../common/step/kind.h"
#include "../../common/step/scales.h"
#include "../../common/step/matrix.h"
#include "../chapters/contract.h"
#include "../support/chapters.h"
#include "../support/cli.h"

static const struct problem {
    int m, n, k;
    int lda, ldb, ldc; // beyond the row length
    double alpha, beta;
} real_gpu = {256, 256, 256, 0, 0, 0, 1, 0},
  problems[] = {
      {256, 128, 64, 0, 0, 0, 1, 0},
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
      {132, 260, 20, 0, 0, 0, 1, 0},  // more than one tile of 128, whole float4s at the edges
      {260, 136, 12, 4, 8, 12, 2, 1}, // rows that begin in the middle of a sector
      {131, 259, 9, 1, 0, 3, 1, 1},   // no float4 fits
      {50, 50, 3, 0, 0, 0, 1, 1},     // lda < 8: a sector holds elements of several rows
      {33, 34, 293, 1, 2, 3, -1, 0},  // several slices of k (chapter 04), the last one odd
      {20, 65, 128, 0, 3, 0, 2, 1},
      {20, 20, 0, 0, 0, 0, 1, 2}, // only beta C
      {20, 20, 9, 0, 0, 0, 0, 2},
      {20, 20, 9, 0, 0, 0, 0, 0},
      {0, 20, 9, 0, 0, 0, 1, 0},
      {20, 0, 9, 0, 0, 0, 1, 1},
};
enum { PROBLEMS = sizeof problems / sizeof *problems };

// For steps from chapter 07 on, whose tiles cost an emulated GPU more: the same cases around tiles
// of 32 to 256, and rows that are multiples of 16 bytes or not.
static const struct problem of_large_tiles[] = {
    {64, 64, 64, 0, 0, 0, 1, 0},   {1, 1, 1, 0, 0, 0, 1, 0},
    {17, 17, 17, 0, 0, 0, 1, 1}, // edges of one element
    {40, 24, 72, 8, 8, 4, 1, 0}, // whole 16 bytes, also where a tile overhangs
    {31, 33, 65, 1, 2, 3, 2, -2},  {136, 264, 40, 0, 0, 0, 1, 0}, // several tiles
    {130, 66, 130, 2, 0, 1, 1, 1}, {3, 140, 20, 0, 4, 8, 1, 0},
    {140, 3, 20, 4, 0, 2, 1, 0},   {20, 20, 0, 0, 0, 0, 1, 2}, // only beta C
    {20, 20, 9, 0, 0, 0, 0, 2},    {0, 20, 9, 0, 0, 0, 1, 0},
    {136, 264, 40, 0, 0, 4, 1, 1}, // C is added to, and can be by TMA
};
enum { PROBLEMS_OF_LARGE_TILES = sizeof of_large_tiles / sizeof *of_large_tiles };

static int at_least_one(int value) { return value > 1 ? value : 1; }

static struct gemm_problem problem_of(const struct problem *s, bool trans_a, bool trans_b)
{
    struct gemm_problem p = {
        .trans_a = trans_a,
        .trans_b = trans_b,
        .m = s->m,
        .n = s->n,
        .k = s->k,
        .alpha = s->alpha,
        .beta = s->beta,
    };
    const struct shapes shapes = kind_gemm.shapes(&p);
    p.lda = at_least_one(shapes.A.cols + s->lda);
    p.ldb = at_least_one(shapes.B.cols + s->ldb);
    p.ldc = at_least_one(shapes.C.cols + s->ldc);
    return p;
}

static void *on_device(const struct gpu_ops *gpu, enum dtype type, struct shape shape, int ld)
{
    struct matrix M;
    cr_assert(matrix_alloc(&M, type, shape.rows, shape.cols, ld));
    matrix_fill_bytes(&M, 0);
    matrix_fill_random(&M, 1);
    void *device = gpu->alloc(matrix_bytes(&M));
    gpu->copy_in(device, M.data, matrix_bytes(&M));
    matrix_free(&M);
    return device;
}

static struct counts count(const struct gpu_ops *gpu, const struct step *step,
                           const struct gemm_problem *p)
{
    struct counts counts;
    const struct shapes shapes = kind_of(step)->shapes(p);
    void *d_A = on_device(gpu, step->type_ab, shapes.A, p->lda);
    void *d_B = on_device(gpu, step->type_ab, shapes.B, p->ldb);
    void *d_C = on_device(gpu, step->type_c, shapes.C, p->ldc);
    struct gemm_problem with_scales = *p; // more of both than there are
    const struct shape scales = {ceil_div(p->k, SCALE_BLOCK), scales_ld(p->m) + scales_ld(p->n)};
    void *d_scales = on_device(gpu, DTYPE_F32, scales, scales.cols);
    with_scales.a_scales = with_scales.b_scales = d_scales;
    gpu->counting()->begin();
    kind_of(step)->call(step, &(struct gemm){with_scales, d_A, d_B, d_C});
    gpu->wait();
    gpu->counting()->end(&counts);
    gpu->release(d_scales);
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
                  "%s %s, m %d n %d k %d ld %d %d %d alpha %g beta %g: %s: counted %lld, predicted "
                  "%lld",
                  step->name, transpose_name(gemm_transpose(p)), p->m, p->n, p->k, p->lda, p->ldb,
                  p->ldc, p->alpha, p->beta, counts_name(i), got, wanted);
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

static void compare_problems(const struct gpu_ops *gpu, const struct step *step, bool trans_a,
                             bool trans_b)
{
    const bool large = step->transposes != 0;
    const int count_of_problems = large ? PROBLEMS_OF_LARGE_TILES : PROBLEMS;
    for (int s = 0; s < count_of_problems; s++) {
        struct gemm_problem p =
            problem_of(large ? &of_large_tiles[s] : &problems[s], trans_a, trans_b);
        struct failure why;
        const bool is_turn =
            large ? is_due(step, &p, s) : in_turn(s + own_turn(step), sampled(2, 1, 1));
        if (!(step_transposes(step) & gemm_transpose(&p)) || !is_turn ||
            (step->fits && !step->fits(&p, &why)))
            continue;
        const struct counts counted = count(gpu, step, &p), predicted = step->predict(&p);
        cr_expect(compare(step, &p, &counted, &predicted) > 0, "%s predicts nothing", step->name);
    }
}

// A test for each step: they run side by side. Criterion hands a parameter to another process,
// where pointers mean nothing.
static struct criterion_test_params gemm_steps_on_gpu(void)
{
    static int numbers[256];
    size_t count = 0;
    const struct chapter *chapter;
    const struct step *step;
    for (int i = 0; (step = step_number(i, &chapter)); i++)
        if (step->place == STEP_ON_GPU && step->kind == STEP_GEMM)
            numbers[count++] = i;
    return cr_make_param_array(int, numbers, count, NULL);
}

ParameterizedTestParameters(counters_predicted, equal_those_counted_for_every_step_and_shape)
{
    return gemm_steps_on_gpu();
}

ParameterizedTest(int *number, counters_predicted, equal_those_counted_for_every_step_and_shape)
{
    setenv("EMU_CHECK", "off", 1); // races are for test_contract
    const struct gpu_ops *gpu = open_gpu();
    const struct chapter *chapter;
    const struct step *step = step_number(*number, &chapter);
    cr_assert_not_null(step->predict, "%s/%s has no formula", chapter->name, step->name);
    for (int t = 0; t < 4; t++)
        compare_problems(gpu, step, t & 2, t & 1);
}

// Of the other kinds: m, n, and how much longer than its row an ld is. A vector has n elements.
static const int others[][3] = {
    {256, 256, 0}, {1, 1, 0},   {10, 256, 0}, {64, 64, 0},  {65, 63, 0},   {63, 65, 3},
    {31, 97, 1},   {97, 31, 5}, {128, 8, 8},  {3, 2051, 0}, {2051, 3, 1},  {100, 1000, 24},
    {0, 5, 0},     {5, 0, 0},   {1, 255, 0},  {1, 8191, 0}, {77, 4099, 2},
};

Test(counters_predicted, equal_those_counted_for_the_other_kinds)
{
    setenv("EMU_CHECK", "off", 1); // races are for test_kinds_contract
    const struct gpu_ops *gpu = open_gpu();
    const struct chapter *chapter;
    const struct step *step;
    for (int number = 0; (step = step_number(number, &chapter)); number++) {
        if (step->place != STEP_ON_GPU || step->kind == STEP_GEMM)
            continue;
        cr_assert_not_null(step->predict, "%s/%s has no formula", chapter->name, step->name);
        const struct kind *kind = kind_of(step);
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
            struct gemm_problem p = {
                .m = others[i][0], .n = others[i][1], .alpha = 2, .beta = 3, .gamma = 1};
            const int more = others[i][2];
            const struct shapes s = kind->shapes(&p);
            // Vectors and the results of reductions are dense.
            p.lda = at_least_one(s.A.cols + (step->kind == STEP_VECTOR ? 0 : more));
            p.ldb = at_least_one(s.B.cols);
            p.ldc = at_least_one(s.C.cols + (step->kind == STEP_TRANSPOSE ? more + 1 : 0));
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
    const struct gemm_problem p = problem_of(&real_gpu, false, false);
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

// ---- The command line ----------------------------------------------------------------------------

TestSuite(counters_flags, .fini = scratch_remove);

Test(counters_flags, nonsense_is_refused)
{
    refused("02_naive", "--svg x.svg",
            "--svg x.svg: draws what another flag shows, such as --heat FILE:LINE");
    refused("02_naive", "--heat x.cu", "--heat x.cu: not a place; allowed is FILE:LINE");
    refused("02_naive", "--heat :3", "--heat :3: not a place");
    refused("02_naive", "--heat x.cu:3a", "--heat x.cu:3a: not a place");
    refused("02_naive", "--heat x.cu:3 --svg /no/such/x.svg", "--svg /no/such/x.svg: cannot write");
    refused("02_naive", "--lines --format json", "--lines: text for people");
    refused("02_naive", "--waves --counters", "--counters: not together with --waves");
    refused("02_naive", "--predict --lines", "--predict: runs nothing");
    refused("01_cpu", "--counters", "--counters: only the emulated GPU counts");
    refused("01_cpu", "--lines", "--lines: only the emulated GPU counts");
}

Test(counters_flags, a_real_gpu_says_that_it_does_not_count)
{
    if (gpu_ops()->counting())
        cr_skip_test("this GPU is emulated");
    refused("02_naive", "--counters", "--counters: only the emulated GPU counts (make GPU=emu)");
    refused("02_naive", "--heat x.cu:3", "--heat: only the emulated GPU counts");
}

Test(counters_flags, show_what_they_promise)
{
    open_gpu();
    accepted_with("02_naive", "--size 20 --counters",
                  "  global_load_sectors                   4,400                4,400  =\n");
    accepted_with("02_naive", "--size 20 --step 2 --lines", "02_naive/2_coalesced.cu\n");
    accepted_with("02_naive", "--size 20 --format json",
                  "\"global_load_sectors\":{\"counted\":4400,\"predicted\":4400}");
    accepted_with("02_naive", "--size 20 --format csv", ",model_bound_ms,model_bound\n");
    accepted_with("02_naive", "--size 4096 --predict", "36,507,222,016");

    // The copy engine's sectors are in the table, and its and wgmma's counters among the rest.
    accepted_with("09_hopper", "--size 128 --step 4_wgmma_tma",
                  "           2,048 =        2,048 =");
    accepted_with("09_hopper", "--size 128 --step 4_wgmma_tma --counters",
                  "  tma_load_sectors                      2,048                2,048  =\n");
    accepted_with("09_hopper", "--size 128 --step 4_wgmma_tma --counters",
                  "  wgmma_operations                  4,194,304            4,194,304  =\n");
    accepted_with("09_hopper", "--size 128 --step 4_wgmma_tma --counters", "MMA 0.00424 us,");

    struct run run = run_words(chapter_program("02_naive"), "--size 20 --heat nosuch.cu:3");
    cr_expect(run.status == 2 && has(run.err, "--heat nosuch.cu:3: no step that ran"), "%d: %s",
              run.status, run.err);
    run_free(&run);
}

// The machine that is chosen is also the one that is modelled.
Test(counters_flags, every_gpu_has_a_model)
{
    open_gpu();
    const struct {
        const char *words, *model;
    } gpus[] = {{"h200", "\"model\":{\"gpu\":\"H200\""},
                {"h100", "\"model\":{\"gpu\":\"H100\""},
                {"a100", "\"model\":{\"gpu\":\"A100\""},
                {"rtx4090", "\"model\":{\"gpu\":\"RTX 4090\""},
                {"rtx3060laptop", "\"model\":{\"gpu\":\"RTX 3060 Laptop\""},
                {"t4", "\"model\":{\"gpu\":\"T4\""}};
    for (size_t i = 0; i < sizeof gpus / sizeof *gpus; i++) {
        char words[200];
        snprintf(words, sizeof words, "--predict --format json --gpu %s", gpus[i].words);
        accepted_with("02_naive", words, gpus[i].model);
    }
}

Test(counters_flags, a_picture_is_written)
{
    open_gpu();
    char words[1200];
    const char *svg = scratch_path("heat.svg");
    snprintf(words, sizeof words, "--size 20 --step 2 --heat 2_coalesced.cu:27 --svg %s", svg);
    accepted_with("02_naive", words, "sectors of 32 bytes");
    cr_expect(access(svg, R_OK) == 0);
}

// A row of 32 banks needs 108 columns: on a terminal of 80 or 60, and in a file, it is two lines of
// 16 banks.
Test(counters_flags, heat_follows_the_width)
{
    open_gpu();
    const char *words = "--size 20 --step 2 --heat 2_bank_conflicts.cu:31";
    const char *half = "\n       +64   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . \n";
    const char *widths[] = {"60", "80", NULL, "120"};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        if (widths[i])
            setenv("COLUMNS", widths[i], 1);
        else
            unsetenv("COLUMNS");
        struct run run = run_words(chapter_program("04_shared"), words);
        const bool narrow = i < 3;
        cr_expect(run.status == 0 && has(run.out, half) == narrow, "%s: %s",
                  widths[i] ? widths[i] : "a file", run.out);
        run_free(&run);
    }
    setenv("COLUMNS", "80", 1);
    struct run run = run_words(chapter_program("04_shared"),
                               "--size 20 --step 2 --wide --heat 2_bank_conflicts.cu:31");
    cr_expect(run.status == 0 && !has(run.out, half), "%s", run.out);
    run_free(&run);
    unsetenv("COLUMNS");
}
