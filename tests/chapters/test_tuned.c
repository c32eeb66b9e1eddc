// SPDX-License-Identifier: MIT
//
// test_tuned.c: 8_tuned of chapter 05: its table is what the recorded sweep says, and its plans
// give every turn of every tile to exactly one block.
#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../05_outer_product/8_tuned/sgemm_plan.h"

enum { SMS = 132 }; // of the H200 of the table

Test(tuned, table_is_that_of_the_recorded_sweep)
{
    FILE *file = fopen("bench/results/tune_h200.tsv", "r");
    cr_assert_not_null(file, "bench/results/tune_h200.tsv is missing");
    char line[500];
    int rows = 0;
    while (fgets(line, sizeof line, file)) {
        int bm, bn, bk, stages, width;
        double fixed, turn, part, tflops;
        char where[20] = "";
        if (sscanf(line, "kernel %dx%d %d %d %d %lf %lf %lf %lf %19s", &bm, &bn, &bk, &stages,
                   &width, &fixed, &turn, &part, &tflops, where) < 10 ||
            strcmp(where, "tuned") != 0)
            continue;
        int found = 0;
        for (int i = 0; i < TUNED_CONFIGURATIONS; i++) {
            const struct tuned_configuration *c = &tuned_configurations[i];
            if (c->warps_down * TUNED_WM != bm || c->warps_across * TUNED_WN != bn)
                continue;
            const int v = width == 4;
            found++;
            cr_expect(bk == TUNED_BK && stages == TUNED_STAGES(c->slices));
            cr_expect(c->fixed[v] == fixed && c->turn[v] == turn && c->part[v] == part,
                      "%dx%d, width %d: make tuned-table", bm, bn, width);
            cr_expect(c->warps_down * c->warps_across * c->slices == TUNED_THREADS / 32);
        }
        cr_expect(found == 1, "%dx%d: %d configurations", bm, bn, found);
        rows++;
    }
    fclose(file);
    cr_expect(rows == 2 * TUNED_CONFIGURATIONS, "%d rows", rows);
}

// Every turn of every tile once, in order; pieces_of() names the blocks that have parts.
static void check_share(const struct share *s, int k_tiles)
{
    char *taken = calloc((size_t)s->tiles, (size_t)k_tiles);
    cr_assert_not_null(taken);
    for (int block = 0; block < s->blocks; block++) {
        int beginnings = 0, others = 0; // of tiles that it shares: one place in memory for each
        for (struct span part = first_span(s, k_tiles, block); part.begin < part.end;
             part = next_span(s, k_tiles, &part)) {
            cr_assert(part.tile >= 0 && part.tile < s->tiles && part.end <= k_tiles);
            for (int turn = part.begin; turn < part.end; turn++)
                cr_assert(taken[(size_t)part.tile * (size_t)k_tiles + (size_t)turn]++ == 0);
            beginnings += part.begin == 0 && !is_whole(&part, k_tiles);
            others += part.begin > 0;
            const int in_row = part.tile - s->rounds * s->blocks;
            if (in_row >= 0) {
                cr_expect(piece_of(s, k_tiles, (long long)in_row * k_tiles + part.begin) == block);
            }
        }
        cr_expect(beginnings <= 1 && others <= 1);
    }
    for (int i = 0; i < s->tiles * k_tiles; i++)
        cr_assert(taken[i] == 1, "%d tiles, %d blocks, %d rounds: turn %d", s->tiles, s->blocks,
                  s->rounds, i);
    free(taken);
}

Test(tuned, plans_share_out_all_work)
{
    const int sizes[][3] = {{1, 1, 1},        {256, 256, 256},   {300, 400, 4000},
                            {1000, 1000, 1},  {64, 64, 20000},   {2048, 2048, 300},
                            {2500, 700, 900}, {4096, 4096, 64},  {129, 5000, 77},
                            {640, 640, 0},    {1100, 1100, 700}, {2000, 1500, 333}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int c = 0; c < TUNED_CONFIGURATIONS; c++)
            for (int split = 0; split <= TUNED_MOST_SPLIT; split++) {
                struct sgemm_plan plan;
                const int k = sizes[i][2];
                if (!sgemm_plan(SMS, c, split, sizes[i][0], sizes[i][1], k, false, &plan))
                    continue;
                cr_expect(plan.expected_ns > 0 && isfinite(plan.expected_ns));
                cr_expect(!split || plan.share.blocks <= SMS);
                check_share(&plan.share, k > 0 ? (k - 1) / plan.tile_k + 1 : 1);
            }
}

Test(tuned, plans_of_many_tiles_do_not_overflow)
{
    const int sizes[][3] = {{4000000, 4000000, 4000000}, {INT_MAX, 1, INT_MAX}, {1, INT_MAX, 64}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const int m = sizes[i][0], n = sizes[i][1], k = sizes[i][2];
        const struct sgemm_plan plan = sgemm_choose(SMS, m, n, k, true);
        const long long down = (m - 1) / plan.bm + 1, across = (n - 1) / plan.bn + 1;
        cr_expect(plan.share.tiles == down * across && plan.share.blocks > 0);
        cr_expect(plan.expected_ns > 0 && isfinite(plan.expected_ns));
    }
    cr_expect(sgemm_choose(SMS, INT_MAX, INT_MAX, 1, true).share.blocks == 0);
}
