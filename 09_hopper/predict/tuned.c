// SPDX-License-Identifier: MIT
//
// The cost of 11_tuned, by arithmetic alone: the kernels of large tiles by predict.c, and here
// those whose blocks share k.
//
// A tile is 128 rows of one operand and `wide` of the other, whichever of them is A. All blocks of
// a cluster write their sums to shared memory, and each adds a share of the rows of C from all of
// them.
#include "../11_tuned/tuned.h"

#include "../../common/device/gemm/raster.h"
#include "../../common/device/gemm/vectors.h"
#include "../../common/device/index.h"
#include "../../common/predict/boxes.h"
#include "../../common/predict/cover.h"
#include "../../common/predict/packing.h"
#include "../../common/predict/sums.h"
#include "predict.h"

enum { WARP = 32, HALF = 2, FLOAT = 4, FOUR = 4, WARPS = HOPPER_WARPGROUP / WARP };

static struct hopper_plan tile_plan(enum tuned_kernel kernel, enum hopper_type_c type_c)
{
    struct hopper_shape s = tuned_shape(kernel);
    const bool in_slices = hopper_c_bytes(type_c) == HALF || s.bn % 32 == 0;
    s.type_c = type_c;
    s.adds = type_c == HOPPER_C_F32;
    return (struct hopper_plan){.shape = s,
                                .warps = (1 + TUNED_CONSUMERS(s.bm)) * WARPS,
                                .loader_first = 1,
                                .panels = true,
                                .persistent = true,
                                .ring = true,
                                .c_by_tma = in_slices,
                                .c_by_rows = in_slices,
                                .one_buffer = tuned_buffers(kernel) == 1};
}

// ---- A and B ------------------------------------------------------------------------------------

// The boxes of that many tiles of `rows` of m (n). If these run along the rows of memory a box is
// 64 wide, even if a tile is narrower: then boxes overlap.
static void count_loads(struct counts *sum, const struct hopper_operand *o, int tiles, int rows,
                        long long times)
{
    struct box_traffic t = {0};
    const int k = ceil_div(o->k_major ? o->cols : o->rows, HOPPER_BK) * HOPPER_BK;
    if (o->k_major || rows >= HOPPER_ATOM) {
        t = cover_boxes(o->rows, o->cols, o->ld, HOPPER_BK, HALF);
        t.sectors += o->k_major
                         ? sectors_outside(o->rows, o->cols, tiles * rows, k, HOPPER_BK, HALF)
                         : sectors_outside(o->rows, o->cols, k, tiles * rows, HOPPER_BK, HALF);
    } else {
        for (int i = 0; i < tiles; i++) {
            const int cols = smaller(HOPPER_ATOM, o->cols - i * rows);
            const struct box_traffic one = cover_boxes(o->rows, cols, o->ld, HOPPER_ATOM, HALF);
            t.sectors +=
                one.sectors + sectors_outside(o->rows, cols, k, HOPPER_ATOM, HOPPER_ATOM, HALF);
            t.bytes += one.bytes;
        }
    }
    sum->tma_load_sectors += times * t.sectors;
    sum->tma_load_bytes += times * t.bytes;
}

static int boxes(const struct hopper_operand *o, int rows)
{
    return o->k_major ? 1 : ceil_div(rows, HOPPER_ATOM);
}

// ---- Sums ---------------------------------------------------------------------------------------

// A block's rows of sums in shared memory, as rows of C.
struct sums {
    int rows, cols, pitch;
};

static struct sums sums_of(const struct tuned_plan *plan)
{
    const int wide = plan->wide;
    return plan->swapped ? (struct sums){wide, plan->rows, plan->rows + 4}
                         : (struct sums){plan->rows, wide, wide + 8};
}

// Rows of B's tiles that are in no box, cleared by all threads of a block.
static void count_cleared(struct counts *sum, const struct tuned_plan *plan, int in_box,
                          long long tiles)
{
    const int stage = (plan->rows + plan->wide) * HOPPER_ROW;
    const int stages = tuned_split_stages(plan->rows, plan->wide, plan->blocks, (int)tiles, stage,
                                          raster_places());
    const int bytes = (plan->wide - in_box) * HOPPER_ROW;
    const long long times = tiles * plan->blocks * stages;
    sum->shared_store_requests += times * ceil_div(bytes, WARP * 16);
    sum->shared_store_wavefronts += times * (bytes / HOPPER_ROW);
    sum->shared_store_bytes += times * bytes;
    sum->active_lanes += times * (bytes / 16);
}

// Pairs are written as float2s, or one by one if the roles are swapped. Neither has bank conflicts.
static void count_put_down(struct counts *sum, const struct tuned_plan *plan, long long blocks)
{
    const long long pairs = blocks * plan->rows * plan->wide / 2 / WARP;
    const long long requests = plan->swapped ? 2 * pairs : pairs;
    sum->shared_store_requests += requests;
    sum->shared_store_wavefronts += 2 * pairs;
    sum->shared_store_bytes += pairs * WARP * 2 * FLOAT;
    sum->active_lanes += requests * WARP;
}

// Passes for the float4s that eight lanes read, from number `first` on. A pass serves each place of
// 16 bytes in 128 once.
static int passes(struct sums s, int first)
{
    int most = 0, used[8] = {0};
    for (int lane = 0; lane < 8; lane++) {
        const int across = s.cols / FOUR, i = first + lane;
        const int place = (i / across * s.pitch / FOUR + i % across) % 8;
        most = ++used[place] > most ? used[place] : most;
    }
    return most;
}

// What a tile's blocks read of each other's sums: everything. Shares are whole requests.
static void count_add_up(struct counts *sum, struct sums s, int blocks, long long tiles)
{
    long long wavefronts = 0;
    const int vectors = s.rows * s.cols / FOUR;
    for (int first = 0; first < vectors; first += 8)
        wavefronts += passes(s, first);
    const long long times = tiles * blocks;
    sum->shared_load_requests += times * vectors / WARP;
    sum->shared_load_wavefronts += times * wavefronts;
    sum->shared_load_conflicts += times * (wavefronts - vectors / 8);
    sum->shared_load_bytes += times * vectors * 16;
    sum->active_lanes += times * vectors;
}

static void count_rows(struct counts *sum, const struct gemm_problem *p, struct sums s, int bytes)
{
    const int across = smaller(WARP, s.cols / FOUR);
    const struct stamp stamp = {WARP / across, 1, across, FOUR, FOUR};
    const bool vectors = rows_are_vectors(NULL, p->n, p->ldc, bytes, FOUR * bytes);
    struct traffic c = cover(p->m, p->n, p->ldc, &stamp, bytes, vectors);
    if (bytes == HALF && vectors && p->beta != 0) // two pairs (store_four_16)
        c.requests *= 2, c.sectors *= 2, c.lanes *= 2;
    count_c(sum, &c, bytes, p->beta != 0);
}

// ---- The step -----------------------------------------------------------------------------------

static struct counts predict_split(const struct gemm_problem *p, enum hopper_type_c type_c,
                                   const struct tuned_plan *plan)
{
    struct counts sum = {0};
    const struct gemm given = {*p, NULL, NULL, NULL};
    const struct gemm roles = plan->swapped ? tuned_swapped(&given) : given;
    const struct hopper_operand a = hopper_operand(&roles, false, false, WGMMA_OF_F16);
    const struct hopper_operand b = hopper_operand(&roles, true, false, WGMMA_OF_F16);
    const int tiles_m = ceil_div(roles.problem.m, plan->rows);
    const int tiles_n = ceil_div(roles.problem.n, plan->wide);
    const long long tiles = (long long)tiles_m * tiles_n, blocks = tiles * plan->blocks;
    const long long turns = tiles * ceil_div(p->k, HOPPER_BK);
    const long long products = turns * (plan->rows / HOPPER_ATOM) * (HOPPER_BK / 16);

    count_loads(&sum, &a, tiles_m, plan->rows, tiles_n);
    const int in_box = b.k_major ? smaller(plan->wide, roles.problem.n) : plan->wide;
    count_loads(&sum, &b, tiles_n, in_box, tiles_m);
    count_cleared(&sum, plan, in_box, tiles);
    sum.tma_load_requests = turns * (boxes(&a, plan->rows) + boxes(&b, plan->wide));
    sum.mbarrier_arrivals = turns + (turns - blocks) * WARPS; // the last stage is not released
    sum.wgmma_instructions = products * WARPS;
    sum.wgmma_operations = products * 2 * HOPPER_ATOM * plan->wide * 16;
    count_put_down(&sum, plan, blocks);
    count_add_up(&sum, sums_of(plan), plan->blocks, tiles);
    count_rows(&sum, p, sums_of(plan), hopper_c_bytes(type_c));
    // One at the beginning and, without a cluster, one before the sums are added; and those of the
    // four warps.
    sum.barriers = blocks * ((plan->blocks > 1 ? 1 : 2) * (WARPS + 1) + WARPS);
    sum.blocks = blocks;
    sum.warps = blocks * (WARPS + 1);
    sum.threads = sum.warps * WARP;
    count_packing(&sum, &a.pack);
    count_packing(&sum, &b.pack);
    return sum;
}

struct counts hopper_predict_tuned_plan(const struct gemm_problem *p, enum hopper_type_c type_c,
                                        const struct tuned_plan *plan)
{
    if (plan->kernel == TUNED_FEW_ROWS)
        return hopper_predict_few_plan(p, type_c, plan->swapped);
    if (plan->kernel == TUNED_SPLIT)
        return predict_split(p, type_c, plan);
    const struct hopper_plan of_tiles = tile_plan(plan->kernel, type_c);
    return hopper_predict(p, &of_tiles);
}

static struct counts predict(const struct gemm_problem *p, enum hopper_type_c type_c)
{
    struct counts sum = {0};
    if (p->m == 0 || p->n == 0)
        return sum;
    if (gemm_only_scales(p)) {
        hopper_count_scaling(&sum, p, type_c);
        return sum;
    }
    const struct tuned_plan plan = hopper_tuned_plan(p, type_c, raster_places());
    return hopper_predict_tuned_plan(p, type_c, &plan);
}

// For a tile whose blocks share k: which block adds its row.
static struct owner owner(const struct gemm_problem *p, enum hopper_type_c type_c, int row, int col)
{
    if (gemm_only_scales(p))
        return (struct owner){0};
    const struct tuned_plan plan = hopper_tuned_plan(p, type_c, raster_places());
    if (plan.kernel == TUNED_FEW_ROWS)
        return hopper_owner_few_plan(p, plan.swapped, row, col);
    const struct hopper_plan of_tiles =
        tile_plan(plan.kernel < TUNED_SPLIT ? plan.kernel : 0, type_c);
    if (plan.kernel != TUNED_SPLIT)
        return hopper_owner(p, &of_tiles, row, col);
    const struct sums s = sums_of(&plan);
    const int tiles_m = ceil_div(plan.swapped ? p->n : p->m, plan.rows);
    const int down = row / s.rows, right = col / s.cols;
    const int tile = plan.swapped ? down * tiles_m + right : right * tiles_m + down;
    const int at_once = tuned_rows_at_once(s.cols), shares = s.rows / at_once;
    int rank = 0;
    while (shares * (rank + 1) / plan.blocks * at_once <= row % s.rows)
        rank++;
    const int first = shares * rank / plan.blocks * at_once;
    const int vector = (row % s.rows - first) * (s.cols / FOUR) + col % s.cols / FOUR;
    return (struct owner){.block_x = tile * plan.blocks + rank,
                          .thread = vector % HOPPER_WARPGROUP};
}

#define STEP(step, type_c) \
    struct counts hopper_predict_##step(const struct gemm_problem *p) \
    { \
        return predict(p, type_c); \
    } \
    struct owner hopper_owner_##step(const struct gemm_problem *p, int row, int col) \
    { \
        return owner(p, type_c, row, col); \
    }

STEP(tuned, HOPPER_C_F32)
STEP(f16_f16, HOPPER_C_F16)
STEP(bf16_bf16, HOPPER_C_BF16)
