// SPDX-License-Identifier: MIT
//
// The cost of the steps of chapter 09, by arithmetic alone.
//
// The tiles of A that the blocks of one column of tiles fetch cover A exactly once; so do those of
// B. So A is fetched once for each column of tiles of C. The copy engine is asked for whole boxes,
// even if a tile is outside the matrix, and reads the part inside. In shared memory tiles are
// whole, and every 64 of k costs a block the same.
#include "predict.h"

#include "../../common/device/gemm/raster.h"
#include "../../common/device/gemm/vectors.h"
#include "../../common/device/gemm/warp_tile.h"
#include "../../common/device/index.h"
#include "../../common/predict/boxes.h"
#include "../../common/predict/cover.h"
#include "../../common/predict/packing.h"
#include "../../common/predict/sums.h"
#include "../../common/step/scales.h"

enum { WARP = 32, HALF = 2, FLOAT = 4, WARPS = HOPPER_WARPGROUP / WARP };
enum { PASS = 128 }; // bytes that one wavefront moves

// The tiles of C of the launch; with clusters, a cluster's tiles are one.
struct grid {
    int tiles_m, tiles_n, panel;
    int clusters; // that are launched
};

static int side_by_side(struct hopper_shape s) { return s.across > 1 ? s.across : 1; }

static struct grid grid_of(const struct gemm_problem *p, const struct hopper_plan *plan)
{
    const struct hopper_shape s = plan->shape;
    const int across = side_by_side(s), places = hopper_clusters(s.down * across);
    struct grid g = {
        .tiles_m = ceil_div(ceil_div(p->m, s.bm), s.down),
        .tiles_n = ceil_div(ceil_div(p->n, s.bn), across),
    };
    g.panel = s.panel > 0 ? s.panel : raster_panel(s.bm * s.down, s.bn * across, g.tiles_m, places);
    g.clusters = g.tiles_m * g.tiles_n;
    if (plan->persistent)
        g.clusters = smaller(g.clusters, places);
    return g;
}

// ---- A and B ------------------------------------------------------------------------------------

// One copy of an operand by the block's threads: 8 vectors of each of 4 rows.
static void count_loads(struct counts *sum, const struct hopper_operand *o)
{
    const struct stamp vectors = {4, 1, HOPPER_BK / F16_VECTOR, F16_VECTOR, F16_VECTOR};
    const struct traffic t = cover(o->rows, o->cols, o->ld, &vectors, HALF, true);
    sum->global_load_requests += t.requests;
    sum->global_load_sectors += t.sectors;
    sum->global_load_bytes += HALF * t.elements;
    sum->active_lanes += t.lanes;
}

// One copy by TMA; the caller multiplies it by the number of copies. side: how far tiles reach in m
// (n).
static void count_boxes(struct counts *sum, const struct hopper_operand *o, enum wgmma_type type,
                        int side)
{
    const int bytes = wgmma_bytes(type), width = HOPPER_ROW / bytes;
    const int k = ceil_div(o->k_major ? o->cols : o->rows, width) * width;
    const struct box_traffic t = cover_boxes(o->rows, o->cols, o->ld, width, bytes);
    sum->tma_load_sectors += t.sectors + sectors_outside(o->rows, o->cols, o->k_major ? side : k,
                                                         o->k_major ? k : side, width, bytes);
    sum->tma_load_bytes += t.bytes;
}

static void count_operand(struct counts *sum, const struct hopper_operand *o, struct hopper_shape s,
                          int side, long long times)
{
    struct counts once = {0};
    if (s.by_threads)
        count_loads(&once, o);
    else
        count_boxes(&once, o, s.type, side);
    counts_add(sum, &once, times);
}

// Boxes for `rows` rows of a tile.
static int boxes(const struct hopper_operand *o, int rows)
{
    return rows / (o->k_major ? hopper_box_rows(rows) : HOPPER_ATOM);
}

// ---- Products -----------------------------------------------------------------------------------

// turns: how often a block multiplies 64 of k.
static void count_products(struct counts *sum, const struct hopper_plan *plan, long long turns)
{
    const struct hopper_shape s = plan->shape;
    if (!plan->by_mma) {
        enum { BYTES = 32 }; // of k in an instruction
        const long long products = turns * (s.bm / HOPPER_ATOM) * (HOPPER_ROW / BYTES);
        sum->wgmma_instructions = products * ceil_div(s.bn, 256) * (HOPPER_WARPGROUP / WARP);
        sum->wgmma_operations = products * 2 * HOPPER_ATOM * s.bn * (BYTES / wgmma_bytes(s.type));
        return;
    }
    enum { WM = 64, WN = 64 }; // of a warp; ldmatrix brings 16 x 16, B for two instructions
    const long long slices = turns * (s.bm / WM) * (s.bn / WN) * (HOPPER_BK / MMA_K);
    sum->mma_instructions = slices * (WM / MMA_M) * (WN / MMA_N);
    sum->ldmatrix_requests = slices * (WM / 16 + WN / 16);
    sum->ldmatrix_bytes = sum->ldmatrix_requests * 16 * 16 * HALF;
    sum->ldmatrix_wavefronts = sum->ldmatrix_bytes / PASS;
    sum->active_lanes += WARP * sum->ldmatrix_requests;
}

// Threads write the tiles that they copied to shared memory, a vector per lane.
static void count_tile_stores(struct counts *sum, struct hopper_shape s, long long turns)
{
    const long long bytes = turns * HOPPER_ROW * (s.bm + s.bn);
    sum->shared_store_bytes += bytes;
    sum->shared_store_requests += bytes / WARP / VECTOR_BYTES;
    sum->shared_store_wavefronts += bytes / PASS;
    sum->active_lanes += bytes / VECTOR_BYTES;
}

// Scales: for each turn a box of A's rows, of which a thread loads one and the one 8 below for each
// 64 rows; and every warp that multiplies loads one float of B.
static void count_scales(struct counts *sum, const struct gemm_problem *p,
                         const struct hopper_plan *plan, int tiles_n, long long turns)
{
    const int k_blocks = ceil_div(p->k, SCALE_BLOCK), rows = plan->shape.bm;
    const struct box_traffic t = cover_boxes(k_blocks, p->m, scales_ld(p->m), rows, FLOAT);
    const long long of_a = turns * rows / 8, of_b = turns * (plan->warps - WARPS);
    const int side = ceil_div(p->m, rows) * rows; // how far tiles reach
    sum->tma_load_requests += turns;
    sum->tma_load_sectors +=
        tiles_n * (t.sectors + sectors_outside(k_blocks, p->m, k_blocks, side, rows, FLOAT));
    sum->tma_load_bytes += tiles_n * t.bytes;
    sum->shared_load_requests += of_a;
    sum->shared_load_wavefronts += of_a;
    sum->shared_load_bytes += of_a * WARP * FLOAT;
    sum->global_load_requests += of_b;
    sum->global_load_sectors += of_b;
    sum->global_load_bytes += of_b * WARP * FLOAT;
    sum->active_lanes += (of_a + of_b) * WARP;
}

// Arrivals of single threads at mbarriers: for each 64 of k one of the loader, with the bytes; with
// a ring also one of each consumer warp in each block of the cluster. Warpgroups that take turns
// read every other tile, and their warps arrive once per tile for the other warpgroup.
static long long arrivals(const struct hopper_plan *plan, int of_cluster, long long tiles,
                          long long turns)
{
    if (plan->shape.by_threads)
        return 0;
    if (plan->shape.turns)
        return turns * (1 + WARPS * of_cluster) + tiles * WARPS;
    const bool others_load = plan->loader_first || plan->by_mma; // a warpgroup
    const int readers = plan->warps / WARPS * WARPS - others_load * WARPS;
    return turns * (1 + (plan->ring ? readers * of_cluster : 0));
}

// ---- C ------------------------------------------------------------------------------------------

// In slices of 64 x 32, for `tiles` tiles, which are whole in shared memory: a float2 per lane.
// Four warps meet at a barrier before and after it. Then the copy engine stores the slice, or a
// warp each row.
static void count_slices(struct counts *sum, const struct gemm_problem *p,
                         const struct hopper_plan *plan, long long tiles, bool by_tma)
{
    enum { COLS = HOPPER_ROW / FLOAT };
    const struct hopper_shape s = plan->shape;
    const long long bytes = tiles * s.bm * s.bn * FLOAT, slices = bytes / HOPPER_ATOM / HOPPER_ROW;
    sum->shared_store_bytes += bytes;
    sum->shared_store_requests += bytes / WARP / 2 / FLOAT;
    sum->shared_store_wavefronts += bytes / PASS;
    sum->active_lanes += bytes / 2 / FLOAT;
    if (by_tma) {
        const struct box_traffic c = cover_boxes(p->m, p->n, p->ldc, COLS, FLOAT);
        sum->barriers += slices * 2 * WARPS;
        sum->tma_store_requests += slices;
        sum->tma_store_sectors += c.sectors;
        sum->tma_store_bytes += c.bytes;
        return;
    }
    // A slice waits until the buffer is free: with one buffer each slice does; with two the first
    // one of a tile, if the last of the tile before has the same buffer.
    const int in_part = s.bn / COLS;
    const long long waits = plan->one_buffer ? slices : in_part % 2 != 0 ? slices / in_part : 0;
    const struct stamp row = {1, 1, WARP, 1, 1};
    const struct traffic c = cover(p->m, p->n, p->ldc, &row, FLOAT, true);
    sum->barriers += (slices + waits) * WARPS;
    // If C is not read, the whole slice is read back, including what is outside C.
    const long long whole = slices * HOPPER_ATOM;
    const long long requests = p->beta == 0 ? whole : c.requests;
    const long long lanes = p->beta == 0 ? whole * WARP : c.lanes;
    sum->shared_load_bytes += FLOAT * lanes;
    sum->shared_load_requests += requests;
    sum->shared_load_wavefronts += requests;
    sum->active_lanes += lanes;
    count_c(sum, &c, FLOAT, p->beta != 0);
}

// C of 16 bits: slices of 64 x 64, four stmatrix of a warp for each. The last slice of a tile
// begins earlier if its width is not a multiple of 64.
static void count_slices_16(struct counts *sum, const struct gemm_problem *p, struct hopper_shape s,
                            long long tiles, bool by_tma)
{
    enum { COLS = HOPPER_ROW / HALF, MATRICES = 4 };
    const int in_part = ceil_div(s.bn, COLS);
    const long long slices = tiles * (s.bm / HOPPER_ATOM) * in_part;
    const long long requests = slices * WARPS * COLS / 16;
    sum->shared_store_bytes += slices * HOPPER_ATOM * HOPPER_ROW;
    sum->shared_store_requests += requests;
    sum->shared_store_wavefronts += requests * MATRICES;
    sum->active_lanes += requests * WARP;
    if (by_tma) {
        sum->barriers += slices * 2 * WARPS;
        sum->tma_store_requests += slices;
    } else { // the whole slice is read back, half a row at a time
        const long long rows = slices * HOPPER_ATOM * (COLS / WARP);
        sum->shared_load_bytes += rows * WARP * HALF;
        sum->shared_load_requests += rows;
        sum->shared_load_wavefronts += rows;
        sum->active_lanes += rows * WARP;
    }
    for (int tile = 0; tile < p->n; tile += s.bn)
        for (int i = 0; i < in_part; i++) {
            const int first = tile + smaller(i * COLS, s.bn - COLS);
            const int cols = smaller(COLS, p->n - first);
            if (cols <= 0)
                continue;
            if (by_tma) {
                const struct box_traffic c = cover_boxes(p->m, cols, p->ldc, COLS, HALF);
                sum->tma_store_sectors += c.sectors;
                sum->tma_store_bytes += c.bytes;
            } else {
                const struct stamp half_row = {1, 1, WARP, 1, 1};
                const struct traffic c = cover(p->m, cols, p->ldc, &half_row, HALF, true);
                count_c(sum, &c, HALF, false);
            }
        }
}

void hopper_count_scaling(struct counts *sum, const struct gemm_problem *p, enum hopper_type_c type)
{
    enum { THREADS = 256, MOST_ROWS = 65535 }; // scale.cu
    const struct stamp row = {1, 1, WARP, 1, 1};
    const int bytes = hopper_c_bytes(type);
    const struct traffic c = cover(p->m, p->n, p->ldc, &row, bytes, true);
    count_c(sum, &c, bytes, p->beta != 0);
    sum->blocks = (long long)ceil_div(p->n, THREADS) * smaller(p->m, MOST_ROWS);
    sum->threads = sum->blocks * THREADS;
    sum->warps = sum->threads / WARP;
}

void hopper_hide_copies(struct counts *sum)
{
    sum->global_load_requests = sum->global_load_sectors = sum->global_load_bytes = COUNT_UNKNOWN;
    sum->global_store_requests = sum->global_store_sectors = sum->global_store_bytes =
        COUNT_UNKNOWN;
    sum->shared_load_requests = sum->shared_load_wavefronts = sum->shared_load_conflicts =
        sum->shared_load_bytes = COUNT_UNKNOWN;
    sum->shared_store_requests = sum->shared_store_wavefronts = sum->shared_store_conflicts =
        sum->shared_store_bytes = COUNT_UNKNOWN;
    sum->barriers = sum->active_lanes = COUNT_UNKNOWN;
    sum->blocks = sum->warps = sum->threads = COUNT_UNKNOWN;
}

// ---- A step -------------------------------------------------------------------------------------

struct counts hopper_predict(const struct gemm_problem *p, const struct hopper_plan *plan)
{
    struct counts sum = {0};
    if (p->m == 0 || p->n == 0)
        return sum;
    if (gemm_only_scales(p)) {
        hopper_count_scaling(&sum, p, plan->shape.type_c);
        return sum;
    }
    const struct hopper_shape s = plan->shape;
    const struct gemm g = {*p, NULL, NULL, NULL};
    const struct hopper_operands o = hopper_operands(s, &g);
    const struct hopper_operand a = o.a, b = o.b;
    const struct grid grid = grid_of(p, plan);
    const int across = side_by_side(s), of_cluster = s.down * across;
    const long long tiles = (long long)grid.tiles_m * grid.tiles_n * of_cluster; // one per block
    const long long turns = tiles * ceil_div(hopper_k(s, p, &o), HOPPER_ROW / wgmma_bytes(s.type));
    const long long blocks = (long long)grid.clusters * of_cluster;

    count_operand(&sum, &a, s, grid.tiles_m * s.down * s.bm, grid.tiles_n);
    count_operand(&sum, &b, s, grid.tiles_n * across * s.bn, grid.tiles_m);
    if (s.by_threads)
        count_tile_stores(&sum, s, turns);
    else
        sum.tma_load_requests = turns * (boxes(&a, s.bm / across) + boxes(&b, s.bn / s.down));
    count_products(&sum, plan, turns);
    sum.mbarrier_arrivals = arrivals(plan, of_cluster, tiles, turns);
    sum.barriers = (blocks * plan->barriers + turns * plan->barriers_per_k) * plan->warps;
    const int c_bytes = hopper_c_bytes(s.type_c);
    const bool by_tma = plan->c_by_tma && (p->beta == 0 || (s.adds && p->beta == 1)) &&
                        rows_are_vectors(NULL, p->n, p->ldc, c_bytes, VECTOR_BYTES);
    if (c_bytes == HALF && p->beta == 0 && (by_tma || plan->c_by_rows))
        count_slices_16(&sum, p, s, tiles, by_tma);
    else if (c_bytes == FLOAT && (by_tma || plan->c_by_rows))
        count_slices(&sum, p, plan, tiles, by_tma);
    else
        count_sums_of(&sum, p->m, p->n, p->ldc, c_bytes, p->beta != 0,
                      rows_are_vectors(NULL, p->n, p->ldc, FLOAT, 2 * FLOAT));
    if (s.scaled)
        count_scales(&sum, p, plan, grid.tiles_n * across, turns);
    sum.blocks = blocks;
    sum.warps = blocks * plan->warps;
    sum.threads = sum.warps * WARP;
    count_packing(&sum, &a.pack);
    count_packing(&sum, &b.pack);
    if (a.along.rows > 0 || b.along.rows > 0)
        hopper_hide_copies(&sum);
    return sum;
}

// ---- Which thread computes an element -----------------------------------------------------------

// A warpgroup has 64 rows, or several times 64; in 1_tma a warp has 64 x 64, and two warps are one
// below the other.
static int thread_of(const struct hopper_plan *plan, int row, int col, int turn)
{
    const int lane = row % 8 * 4 + col % 8 / 2;
    if (plan->by_mma)
        return (col / 64 * (plan->shape.bm / 64) + row / 64) * WARP + lane;
    const int consumers = plan->warps * WARP / HOPPER_WARPGROUP - plan->loader_first;
    const int group =
        plan->loader_first + (plan->shape.turns ? turn % 2 : row / (plan->shape.bm / consumers));
    return group * HOPPER_WARPGROUP + row % HOPPER_ATOM / 16 * WARP + lane;
}

struct owner hopper_owner(const struct gemm_problem *p, const struct hopper_plan *plan, int row,
                          int col)
{
    const struct hopper_shape s = plan->shape;
    const struct grid grid = grid_of(p, plan);
    const int across = side_by_side(s);
    const int rank = across > 1 ? col / s.bn % across : row / s.bm % s.down;
    const struct tile_place at = {row / (s.bm * s.down), col / (s.bn * across)};
    const int tile = plan->panels ? raster_block(at, grid.panel, grid.tiles_m, grid.tiles_n)
                                  : at.row * grid.tiles_n + at.col;
    return (struct owner){
        .block_x = tile % grid.clusters * s.down * across + rank,
        .thread = thread_of(plan, row % s.bm, col % s.bn, tile / grid.clusters),
    };
}
