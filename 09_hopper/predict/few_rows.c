// SPDX-License-Identifier: MIT
//
// The cost of 14_few_rows, by arithmetic alone. A block has 16 columns of C (64 if B is k x n); its
// warps share k, and each reads all rows of A.
#include "../parts/few_rows.h"

#include "../../common/predict/cover.h"
#include "../../common/predict/packing.h"
#include "../../common/predict/sums.h"
#include "predict.h"

enum { WARP = 32, HALF = 2, FLOAT = 4, THREADS = FEW_WARPS * WARP };

static void count_read(struct counts *sum, const struct traffic *t, long long times)
{
    sum->global_load_requests += times * t->requests;
    sum->global_load_sectors += times * t->sectors;
    sum->global_load_bytes += times * HALF * t->elements;
    sum->active_lanes += times * t->lanes;
}

static void count_operands(struct counts *sum, const struct gemm_problem *r,
                           const struct hopper_operands *o, int blocks)
{
    const int each = few_k(r->trans_b) / 4; // of k, for a lane
    const struct stamp of_k = {8, 1, 4, FEW_VECTOR, FEW_VECTOR};
    const struct stamp of_columns = {4, 4, 8, FEW_VECTOR, FEW_VECTOR};
    const struct stamp row = {8, 1, 4, each, each}, elements = {4, each, 8, 1, 1};
    const struct traffic b = r->trans_b ? cover(r->n, r->k, o->b.ld, &of_k, HALF, true)
                                        : cover(r->k, r->n, o->b.ld, &of_columns, HALF, true);
    const struct traffic a = r->trans_a ? cover(r->k, r->m, o->a.ld, &elements, HALF, true)
                                        : cover(r->m, r->k, o->a.ld, &row, HALF, true);
    count_read(sum, &b, 1);
    count_read(sum, &a, blocks);
}

// A warp multiplies all steps that it has loaded, also those that are outside.
static long long products(const struct gemm_problem *r)
{
    const int steps = ceil_div(r->k, few_k(r->trans_b));
    const int at_once = FEW_IN_FLIGHT / few_vectors(r->trans_b);
    long long sum = 0;
    for (int w = 0; w < FEW_WARPS; w++)
        sum += (long long)at_once *
               ceil_div(steps * (w + 1) / FEW_WARPS - steps * w / FEW_WARPS, at_once);
    return sum * few_products(r->trans_b) * ceil_div(r->m, FEW_GROUP);
}

// The words of a request in the bank that has most of them.
static int wavefronts(const int word[], int lanes)
{
    int most = 0, used[WARP] = {0};
    for (int i = 0; i < lanes; i++) {
        const int of_bank = ++used[word[i] % WARP];
        most = of_bank > most ? of_bank : most;
    }
    return most;
}

// Each warp writes its sums, a row of two groups of lanes at a time; then all are read.
static void count_sums_in_shared(struct counts *sum, const struct gemm_problem *r, long long blocks)
{
    const int cols = few_cols(r->trans_b), all = r->m * cols;
    const long long stores = blocks * FEW_WARPS * ceil_div(r->m, FEW_GROUP) * (cols / 16) * 4;
    int word[WARP];
    for (int lane = 0; lane < WARP; lane++)
        word[lane] = lane % 4 * 2 * FEW_PITCH + lane / 4 * (r->trans_b ? 1 : 8);
    sum->shared_store_requests += stores;
    sum->shared_store_wavefronts += stores * wavefronts(word, WARP);
    sum->shared_store_conflicts += stores * (wavefronts(word, WARP) - 1);
    sum->shared_store_bytes += stores * WARP * FLOAT;
    sum->active_lanes += stores * WARP;
    for (int first = 0; first < all; first += WARP) {
        const int lanes = smaller(WARP, all - first);
        const long long times = blocks * FEW_WARPS;
        for (int i = 0; i < lanes; i++)
            word[i] = (first + i) / cols * FEW_PITCH + (first + i) % cols;
        sum->shared_load_requests += times;
        sum->shared_load_wavefronts += times * wavefronts(word, lanes);
        sum->shared_load_conflicts += times * (wavefronts(word, lanes) - 1);
        sum->shared_load_bytes += times * lanes * FLOAT;
        sum->active_lanes += times * lanes;
    }
}

static void count_few_c(struct counts *sum, const struct gemm_problem *p,
                        const struct gemm_problem *r, enum hopper_type_c type_c, bool swapped)
{
    const int across = smaller(WARP, few_cols(r->trans_b)), down = WARP / across;
    const struct stamp rows = {down, 1, across, 1, 1}, columns = {across, 1, down, 1, 1};
    const int bytes = hopper_c_bytes(type_c);
    const struct traffic c = cover(p->m, p->n, p->ldc, swapped ? &columns : &rows, bytes, true);
    count_c(sum, &c, bytes, p->beta != 0);
}

struct counts hopper_predict_few_plan(const struct gemm_problem *p, enum hopper_type_c type_c,
                                      bool swapped)
{
    struct counts sum = {0};
    const struct gemm roles = few_roles(&(struct gemm){*p, NULL, NULL, NULL}, swapped);
    const struct gemm_problem *const r = &roles.problem;
    const struct hopper_operands o = few_operands(&roles);
    const int blocks = ceil_div(r->n, few_cols(r->trans_b));
    count_operands(&sum, r, &o, blocks);
    count_sums_in_shared(&sum, r, blocks);
    count_few_c(&sum, p, r, type_c, swapped);
    sum.mma_instructions = blocks * products(r);
    sum.blocks = blocks;
    sum.barriers = sum.warps = (long long)blocks * FEW_WARPS;
    sum.threads = sum.warps * WARP;
    count_packing(&sum, &o.a.pack);
    count_packing(&sum, &o.b.pack);
    return sum;
}

struct owner hopper_owner_few_plan(const struct gemm_problem *p, bool swapped, int row, int col)
{
    const struct gemm roles = few_roles(&(struct gemm){*p, NULL, NULL, NULL}, swapped);
    const int cols = few_cols(roles.problem.trans_b);
    const int r = swapped ? col : row, c = swapped ? row : col;
    return (struct owner){.block_x = c / cols, .thread = (r * cols + c % cols) % THREADS};
}

struct counts hopper_predict_few_rows(const struct gemm_problem *p)
{
    struct counts sum = {0};
    if (p->m == 0 || p->n == 0)
        return sum;
    if (gemm_only_scales(p)) {
        hopper_count_scaling(&sum, p, HOPPER_C_F32);
        return sum;
    }
    return hopper_predict_few_plan(p, HOPPER_C_F32, false);
}

struct owner hopper_owner_few_rows(const struct gemm_problem *p, int row, int col)
{
    if (gemm_only_scales(p))
        return (struct owner){0};
    return hopper_owner_few_plan(p, false, row, col);
}
