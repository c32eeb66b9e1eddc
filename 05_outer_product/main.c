// SPDX-License-Identifier: MIT
#include "../common/device/zigzag.h"
#include "../common/driver/driver.h"
#include "outer.h"
#include "8_tuned/sgemm_plan.h"

// Threads are numbered along the rows of a tile, each with tm x tn neighbouring elements.
static struct owner owner_in_rows(const struct tiles *t, int row, int col)
{
    return (struct owner){
        .block_x = col / t->bn % OUTER_MAX_GRID,
        .block_y = row / t->bm % OUTER_MAX_GRID,
        .thread = row % t->bm / t->tm * (t->bn / t->tn) + col % t->bn / t->tn,
    };
}

static struct owner owner_k_tiles(const struct gemm_problem *p, int row, int col)
{
    (void)p;
    struct owner owner = owner_in_rows(&outer_k_tiles_sizes, row, col);
    owner.block_x = col / outer_k_tiles_sizes.bn;
    return owner;
}

#define OWNER_IN_ROWS(step) \
    static struct owner owner_##step(const struct gemm_problem *p, int row, int col) \
    { \
        (void)p; \
        return owner_in_rows(&outer_##step##_sizes, row, col); \
    }
OWNER_IN_ROWS(tile2d)
OWNER_IN_ROWS(thread_tile_1d)
OWNER_IN_ROWS(thread_tile_2d)
OWNER_IN_ROWS(vectorized)

// Warps in rows over the tile; in a warp the lanes of 6_warp_tile's zigzag, 4 x 4 elements each.
static struct owner owner_warp_tile(const struct gemm_problem *p, int row, int col)
{
    (void)p;
    const struct tiles *t = &outer_warp_tile_sizes;
    struct owner owner = owner_in_rows(t, row, col);
    const int warp = row % t->bm / t->wm * (t->bn / t->wn) + col % t->bn / t->wn;
    const int lane_row = row % t->wm / 4 % (t->wm / t->tm);
    const int lane_col = col % t->wn / 4 % (t->wn / t->tn);
    owner.thread = warp * 32 + zigzag_lane(lane_row, lane_col);
    return owner;
}

// The thread of the block that has the tile's first turns; if more threads have parts of it, one
// of them may have added them up.
static struct owner owner_tuned(const struct gemm_problem *p, int row, int col)
{
    const int k = gemm_read_k(p);
    const struct sgemm_plan plan = sgemm_plan_of(p);
    const struct share *s = &plan.share;
    const int tile = row / plan.bm * ((p->n - 1) / plan.bn + 1) + col / plan.bn;
    const int in_rounds = s->rounds * s->blocks;
    const int k_tiles = k > 0 ? (k - 1) / plan.tile_k + 1 : 1;
    const int warp = row % plan.bm / TUNED_WM * (plan.bn / TUNED_WN) + col % plan.bn / TUNED_WN;
    return (struct owner){
        .block_x = tile < in_rounds ? tile % s->blocks
                                    : piece_of(s, k_tiles, (long long)(tile - in_rounds) * k_tiles),
        .thread = warp * 32 + zigzag_lane(row % TUNED_WM / 4 % 8, col % TUNED_WN / 4 % 4),
    };
}

static struct step steps[] = {
    {
        .name = "1_k_tiles",
        .teaches = "K in tiles: a sum of outer products, through shared memory; any K fits",
        .run.sgemm_nn = outer_k_tiles,
        .owner = owner_k_tiles,
        .predict = outer_predict_k_tiles,
    },
    {
        .name = "2_tile2d",
        .teaches = "tiles of C in two loops: inner product outside, outer product inside",
        .run.sgemm_nn = outer_tile2d,
        .owner = owner_tile2d,
        .predict = outer_predict_tile2d,
    },
    {
        .name = "3_thread_tile_1d",
        .teaches = "a thread computes 8 elements of a column: one element of B serves all",
        .run.sgemm_nn = outer_thread_tile_1d,
        .owner = owner_thread_tile_1d,
        .predict = outer_predict_thread_tile_1d,
    },
    {
        .name = "4_thread_tile_2d",
        .teaches = "a thread computes 8 x 8 elements: an outer product in registers",
        .run.sgemm_nn = outer_thread_tile_2d,
        .owner = owner_thread_tile_2d,
        .predict = outer_predict_thread_tile_2d,
    },
    {
        .name = "5_vectorized",
        .teaches = "four floats in one access, to global and to shared memory; A transposed",
        .run.sgemm_nn = outer_vectorized,
        .owner = owner_vectorized,
        .predict = outer_predict_vectorized,
    },
    {
        .name = "6_warp_tile",
        .teaches = "each warp owns 64 x 32 elements; no bank conflicts",
        .run.sgemm_nn = outer_warp_tile,
        .owner = owner_warp_tile,
        .predict = outer_predict_warp_tile,
    },
    {
        .name = "7_double_buffer",
        .teaches = "cp.async: the next tiles are in flight while this one is used",
        .run.sgemm_nn = outer_double_buffer,
        .owner = owner_warp_tile,
        .min_compute_capability = 80,
        .predict = outer_predict_double_buffer,
    },
    {
        .name = "8_tuned",
        .teaches = "8 x 16 elements a thread, tiles split among blocks, sizes from a sweep",
        .run.sgemm_nn = outer_tuned,
        .owner = owner_tuned,
        .min_compute_capability = 80,
        .fits = tuned_fits,
        .workspace = tuned_workspace,
        .predict = outer_predict_tuned,
    },
};

const struct chapter chapter_05_outer_product = {
    .name = "05_outer_product",
    .title = "from the inner to the outer product, and on to registers",
    .table = steps,
    .step_count = sizeof steps / sizeof *steps,
    .defaults =
        {
            .type_ab = DTYPE_F32,
            .type_c = DTYPE_F32,
        },
    .default_size_emulated = 256,
    .default_size_gpu = 4096,
};

int main(int argc, char **argv) { return chapter_main(&chapter_05_outer_product, argc, argv); }
