// SPDX-License-Identifier: MIT
//
// predict.c: predicts the counters of launches of the hierarchy, by arithmetic alone: C in whole
// rows, staged copies, and blocks that compute several tiles. For chapters 08 and 10.
#include "../../../predict/cover.h"
#include "../../index.h"
#include "../../../predict/cover_tiles.h"
#include "../../../predict/packing.h"
#include "../../../predict/sums.h"
#include "epilogue_store.h"
#include "params.h"
#include "pack_gemm.h"
#include "predict.h"
#include "predicated_copy.h"
#include "plan.h"

enum { WARP = 32, FLOAT = 4 };
enum { MATRIX_BYTES = 8 * 16 }; // of one matrix: ldmatrix loads it in one wavefront

// ---- C -------------------------------------------------------------------------------------------

// Wavefronts in which warps with `wn` columns load the float4s of 8 rows from shared memory. A
// request takes two rows of 16, or four rows of 8. A wavefront has 8 of them. If at most two of a
// row of 8 are inside, a wavefront has those of two rows.
static long long wavefronts_of_vectors(int rows, int vectors, int wn)
{
    const int lanes = wn / EPILOGUE_VECTOR;
    if (lanes == 16)
        return (long long)rows * ceil_div(vectors, 8);
    return vectors <= 2 ? ceil_div(rows, 2) : rows;
}

static void count_shared_loads(struct counts *sum, const struct hier_params *p, int wn)
{
    if (!p->vectors) {
        const long long requests = (long long)p->m * ceil_div(p->n, WARP);
        sum->shared_load_requests += requests;
        sum->shared_load_wavefronts += requests;
        sum->shared_load_bytes += (long long)p->m * p->n * FLOAT;
        return;
    }
    const int at_once = WARP / (wn / EPILOGUE_VECTOR);
    for (int col = 0; col < p->n; col += wn) {
        const int vectors = smaller(wn, p->n - col) / EPILOGUE_VECTOR;
        const int whole = p->m / at_once, left = p->m % at_once;
        sum->shared_load_requests += whole + (left > 0);
        sum->shared_load_wavefronts += whole * wavefronts_of_vectors(at_once, vectors, wn);
        if (left > 0)
            sum->shared_load_wavefronts += wavefronts_of_vectors(left, vectors, wn);
    }
    sum->shared_load_bytes += (long long)p->m * p->n * FLOAT;
}

// tiles: of C, of bm x bn elements.
void hier_count_rows_of_c(struct counts *sum, const struct hier_params *p, long long tiles, int bm,
                          int bn, int wn)
{
    // Pairs are stored, of whole tiles: 4 lanes per row, half a warp at a time.
    const long long pairs = tiles * bm * bn / 2 / WARP;
    sum->shared_store_requests += pairs;
    sum->shared_store_wavefronts += 2 * pairs;
    sum->shared_store_bytes += pairs * WARP * 2 * FLOAT;
    sum->active_lanes += pairs * WARP;
    count_shared_loads(sum, p, wn);

    const int lanes = wn / EPILOGUE_VECTOR;
    const struct stamp vectors = {WARP / lanes, 1, lanes, EPILOGUE_VECTOR, EPILOGUE_VECTOR};
    const struct stamp elements = {1, 1, WARP, 1, 1};
    const struct traffic c =
        cover(p->m, p->n, p->ldc, p->vectors ? &vectors : &elements, FLOAT, true);
    sum->active_lanes += c.lanes; // from shared memory
    count_c(sum, &c, FLOAT, p->beta != 0);
}

// ---- Staged copies -------------------------------------------------------------------------------

// A request is for whole pairs, for first elements, or for second elements.
enum kind { WHOLE, FIRST, SECOND, KINDS };

// The elements that lanes load in one row: every second element, or all, from first to last.
struct run {
    int lanes, begin,
        end; // among the row's elements, counted from the first of the request
};

// A row with `cols` elements. If it is aligned, pairs are loaded whole.
static struct run run_of(enum kind kind, bool aligned, int cols)
{
    const int pairs = cols / 2, left = cols % 2;
    if (kind == WHOLE)
        return (struct run){aligned ? pairs : 0, 0, 2 * pairs};
    if (kind == FIRST)
        return aligned ? (struct run){left, 2 * pairs, 2 * pairs + 1}
                       : (struct run){pairs + left, 0, 2 * (pairs + left) - 1};
    return (struct run){aligned ? 0 : pairs, 1, 2 * pairs};
}

// Counts the requests for one place of the operand: rows x cols elements, from `first` on.
static void count_place(struct counts *sum, long long first, int ld, int rows, int cols,
                        int element)
{
    for (int kind = 0; kind < KINDS; kind++) {
        const int per_sector = SECTOR_BYTES / element;
        long long lanes = 0, taken = -1; // the last sector
        for (int row = 0; row < rows; row++) {
            const long long at = first + (long long)row * ld;
            const struct run run = run_of((enum kind)kind, at % 2 == 0, cols);
            if (run.lanes == 0)
                continue;
            const long long from = (at + run.begin) / per_sector;
            const long long to = (at + run.end - 1) / per_sector;
            sum->global_load_sectors += to - from + (from != taken);
            taken = to;
            lanes += run.lanes;
        }
        sum->global_load_requests += lanes > 0;
        sum->global_load_bytes += lanes * element * (kind == WHOLE ? 2 : 1);
        sum->active_lanes += lanes;
    }
}

// Counts one pass over an operand, in tiles of shape s.
static void count_staged(struct counts *sum, const struct gemm_operand *o, struct copy_shape s)
{
    const int span = PAIR * copy_lanes(s), down = WARP / copy_lanes(s);
    const int element = element_bytes(s.way), period = SECTOR_BYTES / element;
    const int rows = o->rows / down, cols = o->cols / span;
    for (int i = 0; i < ceil_div(o->rows, down); i = next_place(i, rows, period))
        for (int j = 0; j < ceil_div(o->cols, span); j = next_place(j, cols, period)) {
            struct counts once = {0};
            count_place(&once, row_major(i * down, j * span, o->ld), o->ld,
                        smaller(down, o->rows - i * down), smaller(span, o->cols - j * span),
                        element);
            counts_add(sum, &once,
                       (i < rows ? alike(i, rows, period) : 1) *
                           (j < cols ? alike(j, cols, period) : 1));
        }
}

// Counts `times` passes over an operand.
static void count_operand(struct counts *sum, const struct gemm_operand *o, struct copy_shape s,
                          long long times)
{
    struct counts once = {0};
    if (s.way == COPY_ASYNC) {
        const struct shared_tile tile =
            shared_tile(swizzled_tile(s.rows, s.cols), element_bytes(s.way));
        // Whole vectors: other rows have been packed, with zeros at the end.
        const int cols = ceil_div(o->cols, F16_VECTOR) * F16_VECTOR;
        const struct tile_traffic t = cover_tiles(&tile, o->rows, cols, o->ld);
        once.global_load_requests = t.reads;
        once.global_load_sectors = t.sectors;
        once.global_load_bytes = t.bytes;
        once.cp_async_wavefronts = t.wavefronts;
    } else {
        count_staged(&once, o, s);
    }
    counts_add(sum, &once, times);
}

// ---- A launch ------------------------------------------------------------------------------------

static struct hier_params params_of(const struct gemm_problem *g, const struct hier_launch *l,
                                    int m, int n)
{
    struct gemm part = {*g, NULL, NULL, NULL};
    part.problem.m = m;
    part.problem.n = n;
    struct hier_params p = hier_params(l->tiles, &part);
    if (l->sums_ld > 0) {
        p.n = p.ldc = l->sums_ld;
        p.vectors = true;
        p.beta = 0;
    }
    return p;
}

// The traffic of all tiles of p with global memory, and of C through shared memory.
static struct counts count_tiles(const struct hier_params *p, const struct hier_launch *l)
{
    const struct copy_tiles t = l->tiles;
    struct counts sum = {0};
    count_operand(&sum, &p->A, copy_of_a(t), p->tiles_n);
    count_operand(&sum, &p->B, copy_of_b(t), p->tiles_m);
    if (!l->no_c)
        hier_count_rows_of_c(&sum, p, (long long)p->tiles_m * p->tiles_n, t.bm, t.bn,
                             l->mmas_n * MMA_N);
    return sum;
}

struct counts hier_predict_launch(const struct gemm_problem *g, const struct hier_launch *l)
{
    const struct copy_tiles t = l->tiles;
    const struct hier_params p = params_of(g, l, g->m, g->n);
    struct counts sum = count_tiles(&p, l);
    long long tiles = (long long)p.tiles_m * p.tiles_n;
    if (l->done_m > 0) {
        struct hier_params done = params_of(g, l, l->done_m, l->done_n);
        done.vectors = p.vectors;
        const struct counts not_taken = count_tiles(&done, l);
        counts_add(&sum, &not_taken, -1);
        tiles -= (long long)done.tiles_m * done.tiles_n;
    }
    const long long turns = tiles * p.k_tiles, blocks = l->blocks > 0 ? l->blocks : tiles;
    const int warps = t.threads / WARP, slices = t.bk / MMA_K;

    // Copies: of each turn, and those that a block has begun when it ends. The latter, and all
    // where K is empty, read nothing and store zeros.
    const long long filled = turns + blocks * (l->stages - 1);
    const long long zeros = gemm_read_k(g) == 0 ? filled : filled - turns;
    const long long bytes = (long long)(t.bm + t.bn) * t.bk * (int)sizeof(uint16_t);
    if (t.way == COPY_ASYNC) {
        sum.cp_async_requests = filled * bytes / WARP / VECTOR_BYTES;
        sum.cp_async_wavefronts += zeros * bytes / MATRIX_BYTES;
        sum.cp_async_bytes = filled * bytes;
        sum.active_lanes += WARP * sum.cp_async_requests;
    } else {
        const long long stores = filled * bytes / WARP / (int)sizeof(uint32_t);
        sum.shared_store_requests += stores;
        sum.shared_store_wavefronts += stores;
        sum.shared_store_bytes += filled * bytes;
        sum.active_lanes += WARP * stores;
    }

    // Fragments of each slice, and of one slice before the first turn.
    sum.ldmatrix_requests = (turns * slices + blocks) * warps * (l->mmas_m + l->mmas_n / 2);
    sum.ldmatrix_wavefronts = 4 * sum.ldmatrix_requests;
    sum.ldmatrix_bytes = sum.ldmatrix_requests * 4 * MATRIX_BYTES;
    sum.active_lanes += WARP * sum.ldmatrix_requests;
    sum.mma_instructions = turns * slices * warps * l->mmas_m * l->mmas_n;

    sum.barriers = (turns + blocks + (l->shared_twice ? tiles : 0)) * warps;
    sum.blocks = blocks;
    sum.warps = blocks * warps;
    sum.threads = sum.warps * WARP;
    return sum;
}

// ---- A plan --------------------------------------------------------------------------------------

// Tiles that are cut: every part is written once and read once, a float4 for each lane and
// instruction. Each warp counts its arrival, and the last warp resets the counter.
static void count_parts(struct counts *sum, const struct hier_plan *plan, int k)
{
    enum { BYTES = WARP * 4 * FLOAT, SECTORS = BYTES / SECTOR_BYTES };
    const struct hier_configuration *c = &hier_configurations[plan->configuration];
    const struct pieces p = count_pieces(&plan->share, k > 0 ? ceil_div(k, PLAN_BK) : 1);
    const int warps = c->warps_m * c->warps_n;
    const long long requests = p.parts * warps * c->mmas_m * c->mmas_n;
    const long long resets = p.tiles_in_parts * warps;
    sum->global_store_requests += requests + resets;
    sum->global_store_sectors += SECTORS * requests + resets;
    sum->global_store_bytes += BYTES * requests + (int)sizeof(unsigned) * resets;
    sum->global_load_requests += requests;
    sum->global_load_sectors += SECTORS * requests;
    sum->global_load_bytes += BYTES * requests;
    sum->global_atomic_requests += p.parts * warps;
    sum->active_lanes += 2LL * WARP * requests + resets + p.parts * warps;
}

struct counts hier_predict_plan(const struct gemm_problem *p, const struct hier_plan *plan,
                                enum copy_way way)
{
    const struct hier_configuration *c = &hier_configurations[plan->configuration];
    const struct hier_launch launch = {
        .tiles = hier_plan_copies(plan, way, p->trans_a, p->trans_b),
        .mmas_m = c->mmas_m,
        .mmas_n = c->mmas_n,
        .stages = c->stages,
        .done_m = plan->done_m,
        .done_n = plan->done_n,
        .blocks = plan->share.blocks,
    };
    struct gemm_problem part = *p;
    part.m = plan->m;
    part.n = plan->n;
    struct counts sum = hier_predict_launch(&part, &launch);
    count_parts(&sum, plan, gemm_read_k(p));
    return sum;
}

struct counts hier_predict_schedule(const struct gemm_problem *p, const struct hier_schedule *s,
                                    enum copy_way way)
{
    struct counts sum = {0};
    if (s->launches == 0)
        return counts_unknown();
    for (int i = 0; i < s->launches; i++) {
        const struct counts once = hier_predict_plan(p, &s->launch[i], way);
        counts_add(&sum, &once, 1);
    }
    return sum;
}

struct counts hier_predict_packing(struct gemm_problem *p)
{
    const struct gemm g = {*p, NULL, NULL, NULL};
    struct pack_operand a, b;
    struct counts sum = {0};
    pack_plan(&a, &b, &g);
    count_packing(&sum, &a);
    count_packing(&sum, &b);
    p->lda = a.rows > 0 ? a.to_ld : p->lda;
    p->ldb = b.rows > 0 ? b.to_ld : p->ldb;
    return sum;
}

struct counts hier_predict_packed(const struct gemm_problem *p, const struct hier_schedule *s)
{
    struct gemm_problem packed = *p;
    const struct counts packing = hier_predict_packing(&packed);
    struct counts sum = hier_predict_schedule(&packed, s, COPY_ASYNC);
    if (sum.blocks != COUNT_UNKNOWN)
        counts_add(&sum, &packing, 1);
    return sum;
}
