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

double tuned_tile_cycles(const struct gemm_problem *p, int sms, enum tuned_kernel kernel)
{
    const struct hopper_shape s = tuned_shape(kernel);
    const int bm = s.bm, bn = s.bn, down = s.cluster, across = s.across;
    const double tiles =
        (double)ceil_div(ceil_div(p->m, bm), down) * (double)ceil_div(ceil_div(p->n, bn), across);
    const struct work w = {
        .rounds = ceil(tiles / floor((double)hopper_places(sms, down * across) / (down * across))),
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

int tuned_split_held(int rows, int wide) { return (wide < 64 ? 3 : 2) + (rows < 128); }

double tuned_split_cycles(const struct gemm_problem *p, int sms, const struct tuned_plan *plan)
{
    const int down = ceil_div(plan->swapped ? p->n : p->m, plan->rows);
    const int right = ceil_div(plan->swapped ? p->m : p->n, plan->wide), blocks = plan->blocks;
    const double all = (double)down * right * blocks;
    const double places = hopper_places(sms, blocks), most = tuned_split_held(plan->rows, plan->wide);
    const double here = all < places * most ? ceil(all / places) : most;
    const struct work w = {
        .rounds = ceil(all / (places * here)),
        .here = here,
        .turns = ceil_div(ceil_div(p->k, HOPPER_BK), blocks),
        .bm = plan->rows,
        .bn = plan->wide,
        .products = PRODUCTS_SPLIT,
        .l2_bytes = HOPPER_ROW * ((double)plan->rows + plan->wide),
        .store = blocks > 1 ? 1.5 : 1,
    };
    return cycles(p, &w) + START_SPLIT + (blocks > 1 ? ADD_BLOCK * blocks : 0);
}

// Where k does not run along the rows a box is 64 wide: a block's share must be whole boxes.
bool tuned_tile_takes(enum tuned_kernel kernel, const struct gemm_problem *p)
{
    const struct hopper_shape s = tuned_shape(kernel);
    const bool whole = s.bn / s.cluster % HOPPER_ATOM == 0 && s.bm / s.across % HOPPER_ATOM == 0;
    return whole || (p->trans_b && !p->trans_a);
}

struct tuned_plan hopper_tuned_plan(const struct gemm_problem *p, int sms)
{
    static const struct tuned_plan splits[] = {
#define SPLIT(tall, broad) \
    {.kernel = TUNED_SPLIT, .rows = (tall), .wide = (broad)}, \
    {.kernel = TUNED_SPLIT, .rows = (tall), .wide = (broad), .swapped = true},
        TUNED_SPLITS(SPLIT)
#undef SPLIT
    };
    struct tuned_plan best = {.kernel = TUNED_128x256};
    double least = 1e300;
    for (int i = 0; i < TUNED_SPLIT; i++) {
        const enum tuned_kernel kernel = (enum tuned_kernel)i;
        const double c = tuned_tile_cycles(p, sms, kernel);
        if (c < least && tuned_tile_takes(kernel, p))
            least = c, best.kernel = kernel;
    }
    for (size_t i = 0; i < sizeof splits / sizeof *splits; i++)
        for (int blocks = 1; blocks <= TUNED_MOST_BLOCKS && blocks <= ceil_div(p->k, HOPPER_BK);
             blocks++) {
            struct tuned_plan plan = splits[i];
            plan.blocks = blocks;
            const double c = tuned_split_cycles(p, sms, &plan);
            if (c < least)
                least = c, best = plan;
        }
    return best;
}
