// SPDX-License-Identifier: MIT
//
// tuned_plan.c: which kernel a problem gets.
//
// The choice is by a cost in the same unit for all: cycles of the busiest SM, of its tensor cores
// or of its share of L2's bandwidth, whichever is more, and never less than DRAM needs.
#include "tuned.h"

#include <math.h>

#include "../../common/device/index.h"

struct hopper_shape tuned_shape(enum tuned_kernel kernel)
{
#define SHAPE(name, m, n, stages, down, side) \
    [TUNED_##name] = {.bm = m, .bn = n, .cluster = down, .across = side},
    static const struct hopper_shape shapes[] = {TUNED_TILES(SHAPE)};
#undef SHAPE
    return shapes[kernel];
}

struct gemm tuned_swapped(const struct gemm *g)
{
    struct gemm s = *g;
    s.A = g->B, s.B = g->A;
    s.problem.m = g->problem.n, s.problem.n = g->problem.m;
    s.problem.lda = g->problem.ldb, s.problem.ldb = g->problem.lda;
    s.problem.trans_a = !g->problem.trans_b, s.problem.trans_b = !g->problem.trans_a;
    return s;
}

// What an SM does in a cycle, and what else a launch takes, in cycles. Of products and bytes most
// are fewer than the data sheet's, as nothing overlaps entirely; all were chosen so that the plans
// of 58 shapes lose least, 1.3% on average, against the fastest kernel of each.
enum { PRODUCTS = 2048, PRODUCTS_SPLIT = 911, L2_BYTES = 36, DRAM_BYTES = 1562 };
enum { START = 2758, START_SPLIT = 2360, ADD_BLOCK = 99, SHORTEST_TURN = 139, POWER_BYTES = 500 };
static const double STORE_BYTES = 5.3;

static double larger(double a, double b) { return a > b ? a : b; }

// A kernel's work: `rounds` times on an SM, `here` blocks at a time, tiles of bm x bn, each `turns`
// times 64 of k, for which a block fetches l2_bytes.
struct work {
    double rounds, here, turns, bm, bn, products, l2_bytes, store;
};

static double cycles(const struct gemm_problem *p, const struct work *w)
{
    const double of_products = w->here * w->bm * w->bn * HOPPER_BK / w->products;
    const double of_copies = w->here * w->l2_bytes / L2_BYTES;
    // A hot GPU lowers its clock: what is moved has to be paid for, also beside the products.
    const double energy = w->here * w->l2_bytes / POWER_BYTES;
    const double turn = larger(larger(of_products, of_copies), SHORTEST_TURN) + energy;
    const double store = w->here * w->bm * w->bn * 4 / STORE_BYTES * w->store;
    const double m = p->m, n = p->n, k = p->k;
    return larger(w->rounds * (w->turns * turn + store),
                  (2 * (m * k + n * k) + 4 * m * n) / DRAM_BYTES);
}

static double tile_cycles(const struct gemm_problem *p, int sms, struct hopper_shape s)
{
    const int bm = s.bm, bn = s.bn, down = s.cluster, across = s.across;
    const double tiles =
        (double)ceil_div(ceil_div(p->m, bm), down) * (double)ceil_div(ceil_div(p->n, bn), across);
    const struct work w = {
        .rounds = ceil(tiles / floor((double)sms / (down * across))),
        .here = 1,
        .turns = ceil_div(p->k, HOPPER_BK),
        .bm = bm,
        .bn = bn,
        .products = PRODUCTS,
        .l2_bytes = HOPPER_ROW * ((double)bm / across + (double)bn / down),
        .store = 1,
    };
    return cycles(p, &w) + START;
}

static double split_cycles(const struct gemm_problem *p, int sms, int wide, int blocks,
                           bool swapped)
{
    const int rows = swapped ? p->n : p->m, cols = swapped ? p->m : p->n;
    const double all = (double)ceil_div(rows, TUNED_SPLIT_ROWS) * ceil_div(cols, wide) * blocks;
    const double places = tuned_places(sms, blocks), most = wide < 64 ? 3 : 2;
    const double here = all < places * most ? ceil(all / places) : most;
    const struct work w = {
        .rounds = ceil(all / (places * here)),
        .here = here,
        .turns = ceil_div(ceil_div(p->k, HOPPER_BK), blocks),
        .bm = TUNED_SPLIT_ROWS,
        .bn = wide,
        .products = PRODUCTS_SPLIT,
        .l2_bytes = HOPPER_ROW * (TUNED_SPLIT_ROWS + (double)wide),
        .store = blocks > 1 ? 1.5 : 1,
    };
    return cycles(p, &w) + START_SPLIT + (blocks > 1 ? ADD_BLOCK * blocks : 0);
}

// The blocks of a cluster are SMs of one group of 16 or 18: by two all of them find a place, by
// four and by eight two of 18 do not.
int tuned_places(int sms, int blocks) { return blocks <= 2 || sms < 16 ? sms : sms / 16 * 16; }

struct tuned_plan hopper_tuned_plan(const struct gemm_problem *p, int sms)
{
    struct tuned_plan best = {TUNED_128x256, 0, 1, false};
    double least = 1e300;
    for (int i = 0; i < TUNED_SPLIT; i++) {
        const struct hopper_shape s = tuned_shape((enum tuned_kernel)i);
        // Where k does not run along the rows a box is 64 wide: a block's share is whole boxes.
        if ((!p->trans_b && s.bn / s.cluster % HOPPER_ATOM != 0) ||
            (p->trans_a && s.bm / s.across % HOPPER_ATOM != 0))
            continue;
        const double c = tile_cycles(p, sms, s);
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
