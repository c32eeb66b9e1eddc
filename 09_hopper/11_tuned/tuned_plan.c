// SPDX-License-Identifier: MIT
//
// tuned_plan.c: which kernel a problem gets.
//
// The choice is by a cost in the same unit for all: how long the busiest SM is busy, in cycles of
// its tensor cores, or of its share of L2's bandwidth where that is more. The numbers below are
// those of an H200, from a sweep of shapes (README.md).
#include "tuned.h"

#include "../../common/device/index.h"

struct gemm tuned_swapped(const struct gemm *g)
{
    struct gemm s = *g;
    s.A = g->B, s.B = g->A;
    s.problem.m = g->problem.n, s.problem.n = g->problem.m;
    s.problem.lda = g->problem.ldb, s.problem.ldb = g->problem.lda;
    s.problem.trans_a = !g->problem.trans_b, s.problem.trans_b = !g->problem.trans_a;
    return s;
}

// Cycles of one SM: its tensor cores make 2048 products of f16 in a cycle, in the long run; L2
// delivers so many bytes to each; DRAM so many to all.
enum { PRODUCTS = 1900, L2_BYTES = 40, DRAM_BYTES = 2200 };
enum { START = 2500, STORE_BYTES = 24, ADD_BLOCK = 700 };

static double larger(double a, double b) { return a > b ? a : b; }

// `tiles` of bm x bn, `at_once` of them at a time, each with k products a sum, and l2_bytes for
// each element along k.
static double cycles(double tiles, double at_once, int bm, int bn, double k, double l2_bytes)
{
    const double rounds =
        tiles <= at_once ? 1 : (double)(long long)((tiles + at_once - 1) / at_once);
    const double turn = larger((double)bm * bn * k / PRODUCTS, l2_bytes * k / L2_BYTES);
    return rounds * (turn + (double)bm * bn * 4 / STORE_BYTES / 4) + START;
}

static double tile_cycles(const struct gemm_problem *p, int sms, int bm, int bn, int down,
                          int across)
{
    const double tiles =
        (double)ceil_div(ceil_div(p->m, bm), down) * (double)ceil_div(ceil_div(p->n, bn), across);
    const double bytes = 2.0 * ((double)bm / across + (double)bn / down);
    return cycles(tiles, sms / (down * across), bm, bn, p->k, bytes);
}

static double split_cycles(const struct gemm_problem *p, int sms, int wide, int blocks,
                           bool swapped)
{
    const int rows = swapped ? p->n : p->m, cols = swapped ? p->m : p->n;
    const double tiles = (double)ceil_div(rows, TUNED_SPLIT_ROWS) * (double)ceil_div(cols, wide);
    const double k = (double)ceil_div(ceil_div(p->k, HOPPER_BK), blocks) * HOPPER_BK;
    // Two blocks share an SM, and so its tensor cores, where there are more than SMs.
    const double here =
        cycles(tiles * blocks, sms, TUNED_SPLIT_ROWS, wide, k, 2.0 * (TUNED_SPLIT_ROWS + wide));
    return here + (blocks > 1 ? ADD_BLOCK + 40.0 * blocks : 0);
}

struct tuned_plan hopper_tuned_plan(const struct gemm_problem *p, int sms)
{
    static const struct {
        int bm, bn, down, across;
    } tiles[] = {
        [TUNED_128X256] = {128, 256, 2, 1},        [TUNED_256X192] = {256, 192, 1, 2},
        [TUNED_128X128] = {128, 128, 2, 1},        [TUNED_128X192] = {128, 192, 2, 1},
        [TUNED_128X192_ACROSS] = {128, 192, 1, 2},
    };
    struct tuned_plan best = {TUNED_128X256, 0, 1, false};
    double least = 1e300;
    for (int i = 0; i < TUNED_SPLIT; i++) {
        const double c =
            tile_cycles(p, sms, tiles[i].bm, tiles[i].bn, tiles[i].down, tiles[i].across);
        if (c < least)
            least = c, best = (struct tuned_plan){(enum tuned_kernel)i, 0, 1, false};
    }
    for (int wide = 16; wide <= 128; wide *= 2)
        for (int blocks = 1; blocks <= TUNED_MOST_BLOCKS; blocks *= 2)
            for (int swapped = 0; swapped < 2; swapped++) {
                const double c = split_cycles(p, sms, wide, blocks, swapped);
                if (blocks <= ceil_div(p->k, HOPPER_BK) && c < least)
                    least = c, best = (struct tuned_plan){TUNED_SPLIT, wide, blocks, swapped};
            }
    return best;
}
