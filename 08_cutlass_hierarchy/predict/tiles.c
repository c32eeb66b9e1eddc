// SPDX-License-Identifier: MIT
//
// 9_tiles: the thread that computes an element of C, and the step's counters, by arithmetic alone.
//
// The blocks of one column of tiles fetch A once, and the blocks of one row fetch B once. Tiles are
// whole in shared memory: zeros outside the matrix, and in the stages after the end of K.
#include "../parts/tiles.h"

#include "../../common/predict/cover.h"
#include "../../common/device/index.h"
#include "../../common/predict/cover_tiles.h"
#include "../../common/predict/sums.h"

enum { WARP = 32, HALF = 2 };
enum { VECTOR = F16_VECTOR };
enum { QUARTERS = 4 }; // of a warp, each of which stores 128 bytes in one wavefront

// From the layout of the sums: warps go down the columns, and a lane has two neighbours of a row.
struct owner tiles_owner(const struct gemm_problem *p, int row, int col)
{
    const int warp = row % TILES_BM / TILES_WM + col % TILES_BN / TILES_WN * (TILES_BM / TILES_WM);
    const int lane = row % 8 * 4 + col % MMA_N / 2;
    return (struct owner){
        .block_x = row / TILES_BM * ceil_div(p->n, TILES_BN) + col / TILES_BN,
        .thread = warp * WARP + lane,
    };
}

static void add_loads(struct counts *sum, const struct traffic *t, long long times, int element)
{
    sum->global_load_requests += times * t->requests;
    sum->global_load_sectors += times * t->sectors;
    sum->global_load_bytes += times * t->elements * element;
    sum->active_lanes += times * t->lanes;
}

// Adds `times` reads of a rows x cols matrix. Without vectors: eight requests for the elements of
// 32 vectors.
static void add_operand(struct counts *sum, int rows, int cols, int ld, struct tile_layout l,
                        bool vectors, long long times)
{
    if (vectors) {
        const struct shared_tile tile = shared_tile(l, HALF);
        const struct tile_traffic s = cover_tiles(&tile, rows, cols, ld);
        sum->global_load_requests += times * s.reads;
        sum->global_load_sectors += times * s.sectors;
        sum->global_load_bytes += times * s.bytes;
        sum->cp_async_requests += times * s.requests;
        sum->cp_async_wavefronts += times * s.wavefronts;
        return;
    }
    const int across = (int)l.rows.shape[1] / VECTOR;
    const struct stamp stamp = {WARP / across, 1, across, VECTOR, VECTOR};
    const struct traffic t = cover(rows, cols, ld, &stamp, HALF, false);
    add_loads(sum, &t, times, HALF);
}

struct counts tiles_predict(const struct gemm_problem *p)
{
    if (p->m == 0 || p->n == 0) // no launch
        return (struct counts){0};
    const int k = gemm_read_k(p);
    const int cols_of_b = p->trans_b ? k : p->n;
    const bool vectors = k % VECTOR == 0 && p->lda % VECTOR == 0 && cols_of_b % VECTOR == 0 &&
                         p->ldb % VECTOR == 0 && p->n % 2 == 0 && p->ldc % 2 == 0;
    const int down = ceil_div(p->m, TILES_BM), across = ceil_div(p->n, TILES_BN);
    const long long blocks = (long long)down * across, turns = blocks * ceil_div(k, TILES_BK);
    const long long behind = blocks * (TILES_STAGES - 1); // stages filled after the end of K

    // Copies of a warp, a vector per lane, that fill a stage.
    const int of_stage = (TILES_BM + TILES_BN) * TILES_BK / (WARP * VECTOR);
    const long long copies = of_stage * (turns + behind);
    // For each warp and 16 of K: one ldmatrix of A per instruction, one of B for two.
    const int slices = TILES_BK / MMA_K;
    const int of_a = TILES_WM / MMA_M, of_b = TILES_WN / MMA_N;
    const long long ldmatrix = turns * TILES_WARPS * slices * (of_a + of_b / 2);

    struct counts sum = {
        .ldmatrix_requests = ldmatrix,
        .ldmatrix_wavefronts = 4 * ldmatrix, // four matrices each
        .ldmatrix_bytes = ldmatrix * 4 * 8 * VECTOR_BYTES,
        .mma_instructions = turns * TILES_WARPS * slices * of_a * of_b,
        .barriers = turns * TILES_WARPS,
        .active_lanes = WARP * (copies + ldmatrix),
        .blocks = blocks,
        .warps = blocks * TILES_WARPS,
        .threads = blocks * TILES_THREADS,
    };
    add_operand(&sum, p->m, k, p->lda, swizzled_tile(TILES_BM, TILES_BK), vectors, across);
    if (p->trans_b)
        add_operand(&sum, p->n, k, p->ldb, swizzled_tile(TILES_BN, TILES_BK), vectors, down);
    else
        add_operand(&sum, k, p->n, p->ldb, swizzled_tile(TILES_BK, TILES_BN), vectors, down);
    if (vectors) {
        sum.cp_async_requests += behind * of_stage;
        sum.cp_async_wavefronts += behind * of_stage * QUARTERS;
        sum.cp_async_bytes = copies * WARP * VECTOR_BYTES;
    } else {
        sum.shared_store_requests = copies;
        sum.shared_store_wavefronts = QUARTERS * copies;
        sum.shared_store_bytes = copies * WARP * VECTOR_BYTES;
    }

    count_sums(&sum, p->m, p->n, p->ldc, p->beta != 0, vectors);
    return sum;
}
