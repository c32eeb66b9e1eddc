// SPDX-License-Identifier: MIT
//
// tuned_plan.c: the choice of a kernel for a problem.
//
// The choice is by a cost in one unit: cycles of the busiest SM, for its products or for its bytes
// from L2, whichever is more, and at least the time that DRAM needs.
#include "tuned.h"

#include <math.h>

#include "../../common/device/gemm/vectors.h"
#include "../../common/device/index.h"

struct hopper_shape tuned_shape(enum tuned_kernel kernel)
{
#define SHAPE(name, m, n, stages, below, side, turn, of_c) \
    [TUNED_##name] = { \
        .bm = m, .bn = n, .down = below, .across = side, .panel = TUNED_PANEL, .turns = turn},
    static const struct hopper_shape shapes[] = {TUNED_TILES(SHAPE)};
#undef SHAPE
    return shapes[kernel];
}

int tuned_buffers(enum tuned_kernel kernel)
{
#define BUFFERS(name, m, n, stages, below, side, turn, of_c) TUNED_BUFFERS(m, n, stages),
    static const int buffers[] = {TUNED_TILES(BUFFERS)};
#undef BUFFERS
    return buffers[kernel];
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

// What an SM does in a cycle: multiply-adds, and bytes that it fetches from L2 or stores. And the
// bytes that all SMs together fetch from memory. An operand that several rows (columns) of tiles
// need is fetched more than once, in part. If warpgroups take turns, a part of each store except
// the last delays the other. Other cycles: a launch, and the least time of a k-tile, 64 of k.
// Fitted to an earlier sweep. In bench/results/tune_hopper_h200.tsv, 57 shapes, the plans lose 1.5%
// on average against the fastest kernel of each shape.
enum { PRODUCTS = 2277, DRAM_BYTES = 2144, POWER_BYTES = 1651 };
enum { START = 3327, START_SPLIT = 6343, SHORTEST_K_TILE = 401 };
static const double L2_BYTES = 38.62, STORE_BYTES = 3.83, AGAIN = 1.28, IN_THE_WAY = 0.71;
// If memory is the limit, two small blocks on an SM keep more of it busy than one block of
// 64x64_across: 64 x 8192 x 28672 on an H100, C in bf16.
static const double CLUSTER_DRAM = 0.95;
// How many times as long stores of float32 take, as measured: in tiles with one buffer of each
// warpgroup for slices of C (256x160, and 256x144, which does not use it); if TMA cannot store C,
// in all tiles, unless warpgroups take turns; and then in tiles whose width is not a multiple of
// 32, which threads store from their registers. (Sums of 16 bits are stored during the next tile.)
static const double SLOW_STORES = 1.15, STORES_FROM_REGISTERS = 2;

// 14_few_rows, for one group of 8 rows and for two: the cycles that a lane waits for its vectors of
// B, and the cycles at the beginning and at the end. Fitted to a first sweep of 52 products. In a
// second one (bench/results/tune_hopper_few_h100.tsv) the plans lose 1.3% on average.
enum { FEW_BLOCKS = 2 }; // on an SM
static const int FEW_WAIT[] = {2500, 3100}, FEW_START[] = {6343, 7843};

static double larger(double a, double b) { return a > b ? a : b; }

// A kernel's work: `rounds` times on an SM, `here` blocks at a time, tiles of bm x bn. Each tile
// takes `k_tiles` times 64 of k, for which a block fetches l2_bytes. Nothing hides the stores of
// `stores` tiles. `right` columns of tiles read A, `down` rows of them read B.
struct work {
    double rounds, stores, here, k_tiles, bm, bn, l2_bytes;
    int down, right;
    double of_dram; // the share of DRAM_BYTES that such a kernel reaches
};

static double cycles(const struct gemm_problem *p, double c_bytes, const struct work *w)
{
    const double of_products = w->here * w->bm * w->bn * HOPPER_BK / PRODUCTS;
    const double of_copies = w->here * w->l2_bytes / L2_BYTES;
    // A hot GPU lowers its clock: moving bytes costs time, even if products hide it.
    const double energy = w->here * w->l2_bytes / POWER_BYTES;
    const double k_tile = larger(larger(of_products, of_copies), SHORTEST_K_TILE) + energy;
    const double store = w->here * w->bm * w->bn * c_bytes / STORE_BYTES;
    const double m = p->m, n = p->n, k = p->k;
    const double a_bytes = 2 * m * k * (w->right > 1 ? 1 + AGAIN : 1);
    const double b_bytes = 2 * n * k * (w->down > 1 ? 1 + AGAIN : 1);
    return larger(w->rounds * w->k_tiles * k_tile + w->stores * store,
                  (a_bytes + b_bytes + c_bytes * m * n) / (DRAM_BYTES * w->of_dram));
}

// How many times as long the stores of a tile take.
static double store_factor(const struct gemm_problem *p, enum tuned_kernel kernel)
{
    const struct hopper_shape shape = tuned_shape(kernel);
    const bool by_tma = (p->beta == 0 || p->beta == 1) &&
                        rows_are_vectors(NULL, p->n, p->ldc, sizeof(float), VECTOR_BYTES);
    if (!by_tma && shape.bn % 32 != 0)
        return STORES_FROM_REGISTERS;
    return (by_tma ? tuned_buffers(kernel) == 1 : !shape.turns) ? SLOW_STORES : 1;
}

double tuned_tile_cycles(const struct gemm_problem *p, enum hopper_type_c type_c, int sms,
                         enum tuned_kernel kernel)
{
    const struct hopper_shape s = tuned_shape(kernel);
    const int of_cluster = s.down * s.across;
    const int clusters = hopper_places(sms, of_cluster) / of_cluster;
    const int down = ceil_div(ceil_div(p->m, s.bm), s.down);
    const int right = ceil_div(ceil_div(p->n, s.bn), s.across);
    const double rounds = ceil((double)down * right / clusters);
    const double stores = s.turns ? 1 + IN_THE_WAY * (rounds - 1) : rounds;
    const struct work w = {
        .rounds = rounds,
        .stores = type_c == HOPPER_C_F32 ? stores * store_factor(p, kernel) : stores,
        .here = 1,
        .k_tiles = ceil_div(p->k, HOPPER_BK),
        .bm = s.bm,
        .bn = s.bn,
        .l2_bytes = HOPPER_ROW * ((double)s.bm / s.across + (double)s.bn / s.down),
        .down = down,
        .right = right,
        .of_dram = s.bm < 128 && s.across > 1 ? CLUSTER_DRAM : 1,
    };
    return cycles(p, hopper_c_bytes(type_c), &w) + START;
}

int tuned_split_held(int rows, int wide) { return (wide < 64 ? 3 : 2) + (rows < 128); }

int tuned_split_stages(int rows, int wide, int blocks, int tiles, int bytes, int sms)
{
    const int on_sm =
        smaller(ceil_div(tiles * blocks, hopper_places(sms, blocks)), tuned_split_held(rows, wide));
    const int room = TUNED_SHARED / on_sm - (3 << 10); // 1 KiB each: align, ring, system
    const int stages = smaller(room / bytes, TUNED_MOST_STAGES);
    return stages < 3 ? 3 : stages;
}

double tuned_split_cycles(const struct gemm_problem *p, enum hopper_type_c type_c, int sms,
                          const struct tuned_plan *plan)
{
    const int down = ceil_div(plan->swapped ? p->n : p->m, plan->rows);
    const int right = ceil_div(plan->swapped ? p->m : p->n, plan->wide), blocks = plan->blocks;
    const double all = (double)down * right * blocks;
    const double places = hopper_places(sms, blocks);
    const double most = tuned_split_held(plan->rows, plan->wide);
    const double here = all < places * most ? ceil(all / places) : most;
    const double rounds = ceil(all / (places * here));
    const struct work w = {
        .rounds = rounds,
        .stores = rounds,
        .here = here,
        .k_tiles = ceil_div(ceil_div(p->k, HOPPER_BK), blocks),
        .bm = plan->rows,
        .bn = plan->wide,
        .l2_bytes = HOPPER_ROW * ((double)plan->rows + plan->wide),
        .down = plan->swapped ? right : down,
        .right = plan->swapped ? down : right,
        .of_dram = 1,
    };
    return cycles(p, hopper_c_bytes(type_c), &w) + START_SPLIT;
}

// How much of DRAM_BYTES it reaches. A's columns are loaded an element at a time.
static double few_rows_dram(const struct gemm_problem *roles, int groups)
{
    if (groups == 1)
        return 1.12;
    return roles->trans_a ? 0.76 : roles->trans_b ? 0.96 : 1.08;
}

double tuned_few_rows_cycles(const struct gemm_problem *p, enum hopper_type_c type_c, int sms,
                             bool swapped)
{
    const struct gemm roles = few_roles(&(struct gemm){*p, NULL, NULL, NULL}, swapped);
    const struct gemm_problem *const r = &roles.problem;
    const double m = r->m, n = r->n, k = r->k, c_bytes = hopper_c_bytes(type_c);
    const int groups = r->m > FEW_GROUP ? 2 : 1;
    const int blocks = ceil_div(r->n, few_cols(r->trans_b));
    const int steps = ceil_div(r->k, FEW_WARPS * few_k(r->trans_b)); // of a warp
    const int waits = ceil_div(steps, FEW_IN_FLIGHT / few_vectors(r->trans_b));
    const double rounds = ceil_div(blocks, FEW_BLOCKS * sms);
    const double dram = DRAM_BYTES * few_rows_dram(r, groups);
    return larger(rounds * waits * FEW_WAIT[groups - 1],
                  (2 * (m + n) * k + c_bytes * m * n) / dram) +
           FEW_START[groups - 1];
}

double tuned_cycles(const struct gemm_problem *p, enum hopper_type_c type_c, int sms,
                    const struct tuned_plan *plan)
{
    return plan->kernel == TUNED_FEW_ROWS ? tuned_few_rows_cycles(p, type_c, sms, plan->swapped)
           : plan->kernel == TUNED_SPLIT  ? tuned_split_cycles(p, type_c, sms, plan)
                                          : tuned_tile_cycles(p, type_c, sms, plan->kernel);
}

// Rows that TMA takes as they are would be packed for 14_few_rows, if they are no whole vectors.
static bool packed_for_few_rows(int cols, int ld)
{
    return ld % FEW_VECTOR == 0 && cols % FEW_VECTOR != 0;
}

static bool few_rows_suits(const struct gemm_problem *p, bool swapped)
{
    const struct gemm roles = few_roles(&(struct gemm){*p, NULL, NULL, NULL}, swapped);
    const struct gemm_problem *const r = &roles.problem;
    return few_takes(r) && !packed_for_few_rows(r->trans_b ? r->k : r->n, r->ldb) &&
           (r->trans_a || !packed_for_few_rows(r->k, r->lda));
}

// If k does not run along the rows a box is 64 wide: a block's share must consist of whole boxes.
bool tuned_tile_takes(enum tuned_kernel kernel, enum hopper_type_c type_c,
                      const struct gemm_problem *p)
{
#define BITS(name, m, n, stages, down, side, turn, of_c) TUNED_BITS_##of_c,
    static const int bits[] = {TUNED_TILES(BITS)};
#undef BITS
    if ((bits[kernel] & 8 * hopper_c_bytes(type_c)) == 0)
        return false;
    const struct hopper_shape s = tuned_shape(kernel);
    const bool whole = s.bn / s.down % HOPPER_ATOM == 0 && s.bm / s.across % HOPPER_ATOM == 0;
    return whole || (p->trans_b && !p->trans_a);
}

struct tuned_plan hopper_tuned_plan(const struct gemm_problem *p, enum hopper_type_c type_c,
                                    int sms)
{
    static const struct tuned_plan splits[] = {
#define SPLIT(tall, broad) \
    {.kernel = TUNED_SPLIT, .rows = (tall), .wide = (broad)}, \
        {.kernel = TUNED_SPLIT, .rows = (tall), .wide = (broad), .swapped = true},
        TUNED_SPLITS(SPLIT)
#undef SPLIT
    };
    struct tuned_plan best = {0};
    double least = 1e300;
    for (int i = 0; i < TUNED_SPLIT; i++) {
        const enum tuned_kernel kernel = (enum tuned_kernel)i;
        const double c = tuned_tile_cycles(p, type_c, sms, kernel);
        const struct hopper_shape s = tuned_shape(kernel);
        const bool mostly_empty =
            2 * p->m <= s.bm || 2 * p->n <= s.bn || p->m <= s.bm * (s.down - 1);
        if (c < least && tuned_tile_takes(kernel, type_c, p) && !mostly_empty)
            least = c, best.kernel = kernel;
    }
    for (size_t i = 0; i < sizeof splits / sizeof *splits; i++)
        for (int blocks = 1; blocks <= TUNED_MOST_BLOCKS && blocks <= ceil_div(p->k, HOPPER_BK);
             blocks++) {
            struct tuned_plan plan = splits[i];
            plan.blocks = blocks;
            const double c = tuned_split_cycles(p, type_c, sms, &plan);
            const int times = ceil_div(plan.swapped ? p->m : p->n, plan.wide);
            if (c < least && !(plan.swapped && times > 2))
                least = c, best = plan;
        }
    for (int swapped = 0; swapped < 2; swapped++) {
        const double c = tuned_few_rows_cycles(p, type_c, sms, swapped);
        if (c < least && few_rows_suits(p, swapped))
            least = c, best = (struct tuned_plan){.kernel = TUNED_FEW_ROWS, .swapped = swapped};
    }
    return best;
}
