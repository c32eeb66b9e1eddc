// SPDX-License-Identifier: MIT
//
// test_hopper_tuned.c: 09's last step: each of its kernels computes what it is asked for, also
// those that the shapes of other tests do not choose; and its plans.
#include <criterion/criterion.h>
#include <string.h>

#include "../../09_hopper/11_tuned/tuned.h"
#include "../../09_hopper/predict/predict.h"
#include "../../common/device/index.h"
#include "../../common/driver/gpu/gpu.h"
#include "../../common/step/kind.h"
#include "contract.h"
#include "trial.h"

enum { SMS = 132 };

static const struct step *tuned_step(enum hopper_type_c type_c)
{
    const char *const name = type_c == HOPPER_C_F32 ? "11_tuned" : "11_tuned_f16_f16";
    for (int i = 0; i < chapter_09_hopper.step_count; i++)
        if (strcmp(chapter_step(&chapter_09_hopper, i)->name, name) == 0)
            return chapter_step(&chapter_09_hopper, i);
    cr_assert(false, "there is no %s", name);
    return NULL;
}

// ---- Every kernel -------------------------------------------------------------------------------

static struct tuned_plan plan;    // what is asked for
static enum hopper_type_c type_c; // and of which type C is

static struct counts predict(const struct gemm_problem *p)
{
    return hopper_predict_tuned_plan(p, type_c, &plan);
}

static void asked_for(const struct gemm *g) { tuned_run_f16(g, type_c, &plan); }

// Right, and on the emulated GPU at the price predicted.
static void check(struct gemm_problem p, int gap)
{
    const struct gpu_ops *const gpu = gpu_ops();
    struct step step = *tuned_step(type_c);
    step.run.gemm = asked_for;
    step.predict = predict;
    trial_open_machine(&step);
    const struct counting *const counting = gpu->counting();
    struct trial trial;
    struct counts counted;
    trial_make_problem(&trial, &step, &p, gap);
    if (counting)
        counting->begin();
    trial_check(&trial);
    if (counting) {
        counting->end(&counted);
        const struct counts predicted = predict(&trial.p);
        for (int c = 0; c < counts_number(); c++)
            cr_expect(counts_get(&counted, c) == counts_get(&predicted, c),
                      "kernel %d, C %d, %dx%d, %d blocks%s, %s, m %d n %d k %d: %s: counted %lld, "
                      "predicted %lld",
                      (int)plan.kernel, (int)type_c, plan.rows, plan.wide, plan.blocks,
                      plan.swapped ? ", swapped" : "", transpose_name(gemm_transpose(&p)), p.m, p.n,
                      p.k, counts_name(c), counts_get(&counted, c), counts_get(&predicted, c));
    }
    trial_free(&trial);
}

// Two tiles and a bit of either side, so that clusters overhang; k once and a bit round the ring.
// Where warpgroups take turns, more tiles than places, so that there are turns to take. A tile for
// both types of C computes one of them.
static void every_tile(void)
{
    const bool wide = type_c == HOPPER_C_F32;
    for (int i = 0; i < TUNED_SPLIT; i++)
        for (int turn = 0; turn < 4; turn++) {
            const int t = (i + turn) % 4;
            plan = (struct tuned_plan){.kernel = (enum tuned_kernel)i};
            const struct hopper_shape s = tuned_shape(plan.kernel);
            const bool beta = t == 1 && i % 2 != 0; // C by threads
            const bool many = more_tests() || i == TUNED_128x128_turns;
            const int times = s.turns ? (many ? 9 : 4) : 1;
            const struct gemm_problem p = {.trans_a = t & 2,
                                           .trans_b = t & 1,
                                           .m = s.bm * s.down + 5,
                                           .n = s.bn * s.across * times + 9,
                                           .k = 9 * HOPPER_BK - 3,
                                           .alpha = 0.5,
                                           .beta = beta ? 2 : 0};
            if (!tuned_tile_takes(plan.kernel, type_c, &p))
                continue;
            if (tuned_tile_takes(plan.kernel, wide ? HOPPER_C_F16 : HOPPER_C_F32, &p) &&
                !in_turn(i + wide, sampled(2, 1, 1)))
                break;
            check(p, 8);
            if (!more_tests())
                break; // one of its transposes
        }
}

Test(hopper_tuned, every_tile_computes_ragged_products)
{
    type_c = HOPPER_C_F32;
    every_tile();
}

Test(hopper_tuned, every_tile_computes_ragged_products_of_16_bits)
{
    type_c = HOPPER_C_F16;
    every_tile();
}

Test(hopper_tuned, every_share_of_k_computes_ragged_products)
{
    static const int sizes[][2] = {
#define SIZE(rows, wide) {rows, wide},
        TUNED_SPLITS(SIZE)
#undef SIZE
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int blocks = 1; blocks <= TUNED_MOST_BLOCKS; blocks++) {
            if (!in_turn(blocks + (int)i, sampled(3, 1, 1)))
                continue;
            type_c = (blocks + (int)i) % 5 < 2 ? HOPPER_C_F16 : HOPPER_C_F32;
            const int swapped = (blocks + (int)i) % 2, t = (blocks / 2 + (int)i) % 4;
            const int down = sizes[i][0] + 3, right = sizes[i][1] + 1;
            plan = (struct tuned_plan){.kernel = TUNED_SPLIT,
                                       .rows = sizes[i][0],
                                       .wide = sizes[i][1],
                                       .blocks = blocks,
                                       .swapped = swapped};
            check((struct gemm_problem){.trans_a = t & 2,
                                        .trans_b = t & 1,
                                        .m = swapped ? right : down,
                                        .n = swapped ? down : right,
                                        .k = 11 * HOPPER_BK - 7,
                                        .alpha = 1,
                                        .beta = blocks % 3 == 0},
                  blocks % 4 == 0 ? 1 : 8);
        }
}

// Few rows, and few columns with the roles swapped; rows that are packed, and a column that is a
// row.
Test(hopper_tuned, few_rows_compute_ragged_products)
{
    static const int sizes[][3] = {{1, 72, 600}, {3, 135, 1029}, {8, 16, 32}, {16, 70, 264}};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    for (int i = 0; i < SIZES * 8; i++) {
        const int *const size = sizes[i / 8], t = i % 4;
        const bool swapped = i % 8 >= 4;
        if (!in_turn(i, sampled(3, 1, 1)))
            continue;
        type_c = i % 3 == 0 ? HOPPER_C_F16 : HOPPER_C_F32;
        plan = (struct tuned_plan){.kernel = TUNED_FEW_ROWS, .swapped = swapped};
        check((struct gemm_problem){.trans_a = t & 2,
                                    .trans_b = t & 1,
                                    .m = size[swapped],
                                    .n = size[!swapped],
                                    .k = size[2],
                                    .alpha = 0.5,
                                    .beta = i % 5 < 2 ? 2 : 0},
              i % 2 == 0 ? 8 : 0);
    }
}

// ---- Plans --------------------------------------------------------------------------------------

// Whatever the shape, a kernel that can do it, and whose cluster has something to do.
Test(hopper_tuned, plans_are_for_kernels_that_can)
{
    static const int sizes[] = {1, 7, 16, 64, 65, 128, 200, 512, 1000, 4096, 16384, 100000};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    for (int i = 0; i < SIZES * SIZES * SIZES * 4; i++) {
        const struct gemm_problem p = {.trans_a = i & 2,
                                       .trans_b = i & 1,
                                       .m = sizes[i / 4 % SIZES],
                                       .n = sizes[i / 4 / SIZES % SIZES],
                                       .k = sizes[i / 4 / SIZES / SIZES],
                                       .alpha = 1};
        const enum hopper_type_c of_c = i % 8 < 4 ? HOPPER_C_F32 : HOPPER_C_BF16;
        const struct tuned_plan got = hopper_tuned_plan(&p, of_c, SMS);
        if (got.kernel == TUNED_FEW_ROWS)
            cr_assert((got.swapped ? p.n : p.m) <= FEW_MOST_ROWS, "m %d n %d k %d", p.m, p.n, p.k);
        else if (got.kernel != TUNED_SPLIT)
            cr_assert(tuned_tile_takes(got.kernel, of_c, &p), "m %d n %d k %d", p.m, p.n, p.k);
        else
            cr_assert(got.blocks >= 1 && got.blocks <= TUNED_MOST_BLOCKS &&
                          got.blocks <= ceil_div(p.k, HOPPER_BK),
                      "m %d n %d k %d", p.m, p.n, p.k);
    }
}

// What the sweeps found (bench/results/tune_hopper_h200.tsv, tune_hopper_few_h100.tsv), for shapes
// where much is at stake.
Test(hopper_tuned, plans_are_those_that_were_fastest)
{
    static const struct {
        int m, n, k;
        enum tuned_kernel kernel;
        int rows, wide, blocks;
        bool swapped;
    } cases[] = {
        {4096, 4096, 4096, TUNED_128x256, 0, 0, 0, false},
        {4096, 2112, 7168, TUNED_128x176, 0, 0, 0, false},
        {4096, 576, 7168, TUNED_128x144, 0, 0, 0, false},
        {4096, 7168, 2048, TUNED_128x160_turns, 0, 0, 0, false},
        {4096, 24576, 1536, TUNED_128x192_turns, 0, 0, 0, false},
        {512, 7168, 16384, TUNED_128x224, 0, 0, 0, false},
        {1024, 1024, 1024, TUNED_64x128, 0, 0, 0, false},
        {128, 7168, 16384, TUNED_64x128, 0, 0, 0, false},
        {16, 576, 7168, TUNED_SPLIT, 64, 16, 8, true},
        {16, 4096, 7168, TUNED_SPLIT, 64, 16, 2, true},
        {1, 8192, 8192, TUNED_FEW_ROWS, 0, 0, 0, false},
        {8, 8192, 8192, TUNED_FEW_ROWS, 0, 0, 0, false},
        {8192, 4, 8192, TUNED_FEW_ROWS, 0, 0, 0, true},
        {14336, 16, 4096, TUNED_SPLIT, 64, 16, 1, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct gemm_problem p = {
            .m = cases[i].m, .n = cases[i].n, .k = cases[i].k, .trans_b = true, .alpha = 1};
        const struct tuned_plan got = hopper_tuned_plan(&p, HOPPER_C_F32, SMS);
        cr_expect(got.kernel == cases[i].kernel && got.rows == cases[i].rows &&
                      got.wide == cases[i].wide && got.blocks == cases[i].blocks &&
                      got.swapped == cases[i].swapped,
                  "m %d n %d k %d: kernel %d, %dx%d, %d blocks%s", p.m, p.n, p.k, (int)got.kernel,
                  got.rows, got.wide, got.blocks, got.swapped ? ", swapped" : "");
    }
}
