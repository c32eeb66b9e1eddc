// SPDX-License-Identifier: MIT
//
// The cost of 2_sgemm_tma, by arithmetic alone, and which block and thread compute an element.
#include "../parts/sgemm.h"

#include "../../common/device/gemm/raster.h"
#include "../../common/device/gemm/vectors.h"
#include "../../common/device/index.h"
#include "../../common/predict/boxes.h"
#include "../../common/predict/cover.h"
#include "../../common/predict/sums.h"
#include "predict.h"

enum { WARP = 32, FLOAT = 4, BM = SGEMM_BM, BN = SGEMM_BN, BK = SGEMM_BK };

// In boxes of `height` rows, as high as a tile.
static void count_boxes(struct counts *sum, int rows, int cols, int ld, int height, int width,
                        long long times)
{
    const struct box_traffic t = cover_boxes(rows, cols, ld, width, FLOAT);
    const int to_row = ceil_div(rows, height) * height, to_col = ceil_div(cols, width) * width;
    sum->tma_load_sectors +=
        times * (t.sectors + sectors_outside(rows, cols, to_row, to_col, width, FLOAT));
    sum->tma_load_bytes += times * t.bytes;
}

struct counts hopper_predict_sgemm_tma(const struct gemm_problem *p)
{
    enum { LOADS = 2 + 4 }; // float4s of A and B that a thread takes for each k, on average
    struct counts sum = {0};
    if (p->m == 0 || p->n == 0)
        return sum;
    if (gemm_only_scales(p)) {
        hopper_count_scaling(&sum, p, HOPPER_C_F32);
        return sum;
    }
    const struct gemm g = {*p, NULL, NULL, NULL};
    const struct k_major_copy a = hopper_sgemm_copy(&g, 0), b = hopper_sgemm_copy(&g, 1);
    const int tiles_m = ceil_div(p->m, BM), tiles_n = ceil_div(p->n, BN);
    const int k_tiles = ceil_div(p->k, BK);
    const struct share share = hopper_sgemm_share(p);
    const struct pieces pieces = count_pieces(&share, k_tiles);
    const long long turns = (long long)tiles_m * tiles_n * k_tiles;
    const bool copy_a = a.rows > 0, copy_b = b.rows > 0;
    count_boxes(&sum, p->m, p->k, copy_a ? a.to_ld : p->lda, BM, BK, tiles_n);
    count_boxes(&sum, p->k, p->n, copy_b ? b.to_ld : p->ldb, BK, BN, tiles_m);
    sum.tma_load_requests = 2 * turns;
    sum.mbarrier_arrivals = turns * (1 + SGEMM_WARPS);
    // Before the first turn of a segment: the four k of A, and one of B.
    sum.shared_load_requests =
        (turns * BK * LOADS + pieces.segments * (SGEMM_TM + SGEMM_TN / 4)) * SGEMM_WARPS;
    sum.shared_load_wavefronts = 2 * sum.shared_load_requests;
    sum.shared_load_bytes = sum.shared_load_requests * WARP * 4 * FLOAT;
    sum.active_lanes = sum.shared_load_requests * WARP;
    // C: 8 rows of 4 float4s side by side.
    const struct stamp stamp = {8, 1, 4, 4, 4};
    const struct traffic c = cover(p->m, p->n, p->ldc, &stamp, FLOAT,
                                   rows_are_vectors(NULL, p->n, p->ldc, FLOAT, VECTOR_BYTES));
    count_c(&sum, &c, FLOAT, p->beta != 0);
    // Parts of tiles: every sum is written and read, and a counter of arrivals.
    const long long of_parts = pieces.parts * SGEMM_WARPS * SGEMM_SUMS;
    const long long resets = pieces.tiles_in_parts * SGEMM_WARPS;
    sum.global_store_requests += of_parts + resets;
    sum.global_store_sectors += FLOAT * of_parts + resets;
    sum.global_store_bytes += FLOAT * (WARP * of_parts + resets);
    sum.global_load_requests += of_parts;
    sum.global_load_sectors += FLOAT * of_parts;
    sum.global_load_bytes += FLOAT * (WARP * of_parts);
    sum.global_atomic_requests = pieces.parts * SGEMM_WARPS;
    sum.active_lanes += 2 * (WARP * of_parts) + resets + sum.global_atomic_requests;
    sum.blocks = share.blocks;
    sum.warps = sum.barriers = sum.blocks * (SGEMM_WARPS + HOPPER_WARPGROUP / WARP);
    sum.threads = sum.warps * WARP;
    if (copy_a || copy_b)
        hopper_hide_copies(&sum);
    return sum;
}

struct owner hopper_owner_sgemm_tma(const struct gemm_problem *p, int row, int col)
{
    enum { WM = SGEMM_WM, WN = SGEMM_WN, LANES_M = SGEMM_LANES_M };
    const int tiles_m = ceil_div(p->m, BM), tiles_n = ceil_div(p->n, BN);
    const int panel = raster_panel(BM, BN, tiles_m, raster_places());
    const struct tile_place at = {row / BM, col / BN};
    int lane = 0;
    while (sgemm_lane_row(lane) != row % LANES_M || sgemm_lane_col(lane) != col / 4 % 4)
        lane++;
    const struct share share = hopper_sgemm_share(p);
    const int tile = raster_block(at, panel, tiles_m, tiles_n), k_tiles = ceil_div(p->k, BK);
    const int dealt = share.rounds * share.blocks;
    return (struct owner){
        // For a tile in parts: the block that begins it.
        .block_x = tile < dealt ? tile % share.blocks
                                : piece_of(&share, k_tiles, (long long)(tile - dealt) * k_tiles),
        .thread = (row % BM / WM + col % BN / WN * (BM / WM)) * WARP + lane,
    };
}
