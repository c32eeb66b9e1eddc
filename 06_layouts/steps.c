// SPDX-License-Identifier: MIT
//
// steps.c: the steps of chapter 06, in a table.
#include "../common/device/index.h"
#include "../common/device/zigzag.h"
#include "parts/acc_layout.h"
#include "show/storage.h"
#include "layouts.h"
#include "tiles.h"

// What the emulated GPU runs, and the sizes at which a GPU's memory is what is measured.
enum { VECTOR_EMULATED = 100003, VECTOR_GPU = 1 << 26 };

enum { REDUCE_EMULATED = 512, REDUCE_GPU = 4096 };

enum { TRANSPOSE_EMULATED = 256, TRANSPOSE_GPU = 8192 };

// ---- Owners --------------------------------------------------------------------------------------

static struct owner owner_of_element(const struct gemm_problem *p, int row, int col)
{
    (void)p, (void)row;
    return (struct owner){.block_x = col / VECTOR_THREADS, .thread = col % VECTOR_THREADS};
}

// The vectors of the driver begin at a multiple of 16 bytes.
static struct owner owner_of_tile(const struct gemm_problem *p, int row, int col)
{
    return owner_of_element(p, row, col / VECTOR_TILE);
}

// The thread at (row, col) of A, or of C: tiles are numbered as in A.
static struct owner owner_in_a(const struct gemm_problem *p, int row, int col)
{
    enum { ROWS = TRANSPOSE_THREADS / 32 };
    return (struct owner){
        .block_x = col / TRANSPOSE_TILE * ceil_div(p->n, TRANSPOSE_TILE) + row / TRANSPOSE_TILE,
        .thread = col % ROWS * 32 + row % 32,
    };
}

static struct owner owner_in_c(const struct gemm_problem *p, int row, int col)
{
    enum { ROWS = TRANSPOSE_THREADS / 32 };
    struct owner owner = owner_in_a(p, row, col);
    owner.thread = row % ROWS * 32 + col % 32;
    return owner;
}

// The layout of 7_tile_gemm's accumulators, read the other way round.
static struct owner owner_of_gemm(const struct gemm_problem *p, int row, int col)
{
    (void)p;
    const int i = row % GEMM_BM, j = col % GEMM_BN;
    const int lane_row = i % 8, lane_col = j / 4 % 4;
    const int lane = zigzag_lane(lane_row, lane_col);
    return (struct owner){
        .block_x = col / GEMM_BN,
        .block_y = row % GEMM_MAX_ROWS / GEMM_BM,
        .thread = (i / GEMM_WM * (GEMM_BN / GEMM_WN) + j / GEMM_WN) * 32 + lane,
    };
}

// ---- The table -----------------------------------------------------------------------------------

static struct step steps[] = {
    {
        .name = "1_vector_add",
        .teaches = "z = a x + b y + c in half precision: one element a thread, scalar indexing",
        .kind = STEP_VECTOR,
        .type_ab = DTYPE_F16,
        .type_c = DTYPE_F16,
        .run.vector = layouts_vector_add,
        .owner = owner_of_element,
        .predict = layouts_predict_vector_add,
        .default_emulated = {.n = VECTOR_EMULATED},
        .default_gpu = {.n = VECTOR_GPU},
    },
    {
        .name = "2_local_tile",
        .teaches =
            "the same with tensors and local_tile: eight elements a thread, 16 bytes at once",
        .kind = STEP_VECTOR,
        .type_ab = DTYPE_F16,
        .type_c = DTYPE_F16,
        .run.vector = layouts_local_tile,
        .owner = owner_of_tile,
        .predict = layouts_predict_local_tile,
        .default_emulated = {.n = VECTOR_EMULATED},
        .default_gpu = {.n = VECTOR_GPU},
    },
    {
        .name = "3_row_sum",
        .teaches = "the first tiles: a block adds up a row, and no line speaks of one thread",
        .kind = STEP_ROW_SUM,
        .run.reduction = tiles_row_sum,
        .predict = tiles_predict_row_sum,
        .default_emulated = {.m = 100, .n = 5000},
        .default_gpu = {.m = 8192, .n = 8192},
    },
    {
        .name = "4_reduce_simt",
        .teaches = "sum of squares, one thread and one atomic addition for each element",
        .kind = STEP_SUM_SQUARES,
        .type_ab = DTYPE_F64,
        .type_c = DTYPE_F64,
        .run.reduction = tiles_reduce_simt,
        .predict = tiles_predict_reduce_simt,
        .default_emulated = {.m = REDUCE_EMULATED, .n = REDUCE_EMULATED},
        .default_gpu = {.m = REDUCE_GPU, .n = REDUCE_GPU},
    },
    {
        .name = "5_reduce_tile",
        .teaches = "the same by tiles: a block adds up in registers, one atomic addition each",
        .kind = STEP_SUM_SQUARES,
        .type_ab = DTYPE_F64,
        .type_c = DTYPE_F64,
        .run.reduction = tiles_reduce_tile,
        .predict = tiles_predict_reduce_tile,
        .default_emulated = {.m = REDUCE_EMULATED, .n = REDUCE_EMULATED},
        .default_gpu = {.m = REDUCE_GPU, .n = REDUCE_GPU},
    },
    {
        .name = "6_transpose_naive",
        .teaches = "rows of A are read, columns of C are written",
        .kind = STEP_TRANSPOSE,
        .run.transpose = layouts_transpose_naive,
        .owner = owner_in_a,
        .predict = layouts_predict_transpose_naive,
        .default_emulated = {.m = TRANSPOSE_EMULATED, .n = TRANSPOSE_EMULATED},
        .default_gpu = {.m = TRANSPOSE_GPU, .n = TRANSPOSE_GPU},
    },
    {
        .name = "6_transpose_shared",
        .teaches = "through a tile in shared memory, whose columns each stand in one bank",
        .kind = STEP_TRANSPOSE,
        .run.transpose = layouts_transpose_shared,
        .owner = owner_in_c,
        .predict = layouts_predict_transpose_shared,
        .default_emulated = {.m = TRANSPOSE_EMULATED, .n = TRANSPOSE_EMULATED},
        .default_gpu = {.m = TRANSPOSE_GPU, .n = TRANSPOSE_GPU},
    },
    {
        .name = "6_transpose_padded",
        .teaches = "one word more in each row of the tile: a column goes through all banks",
        .kind = STEP_TRANSPOSE,
        .run.transpose = layouts_transpose_padded,
        .owner = owner_in_c,
        .predict = layouts_predict_transpose_free,
        .default_emulated = {.m = TRANSPOSE_EMULATED, .n = TRANSPOSE_EMULATED},
        .default_gpu = {.m = TRANSPOSE_GPU, .n = TRANSPOSE_GPU},
    },
    {
        .name = "6_transpose_swizzled",
        .teaches = "the rows keep their words in another order each (XOR): nothing is wasted",
        .kind = STEP_TRANSPOSE,
        .run.transpose = layouts_transpose_swizzled,
        .owner = owner_in_c,
        .predict = layouts_predict_transpose_free,
        .default_emulated = {.m = TRANSPOSE_EMULATED, .n = TRANSPOSE_EMULATED},
        .default_gpu = {.m = TRANSPOSE_GPU, .n = TRANSPOSE_GPU},
    },
    {
        .name = "7_tile_gemm",
        .teaches = "GEMM on tiles: register tile of C, swizzled shared tiles, loads that run ahead",
        .run.sgemm_nn = tiles_gemm,
        .owner = owner_of_gemm,
        .predict = tiles_predict_gemm,
    },
};

static const struct experiment experiments[] = {
    {.flag = "--text-vector",
     .help = "the vector addition of the CuTe article, unchanged",
     .run = layouts_text_vector},
    {.flag = "--storage",
     .help = "TensorRef and TensorView: what a mapping function does with an element",
     .run = layouts_storage},
    {.flag = "--examples",
     .help = "the examples of the tile text, with its data and its output",
     .run = tiles_examples},
    {.flag = "--blocks",
     .help = "the sum of squares by blocks of several sizes (uses m and n)",
     .run = tiles_blocks},
    {.flag = "--gradient",
     .step = "8_tile_backward",
     .help = "a gradient of adjoints, compared with finite differences",
     .run = tiles_gradient},
};

const struct chapter chapter_06_layouts = {
    .name = "06_layouts",
    .title = "layouts: one notation for matrices, tiles, threads and registers",
    .table = steps,
    .step_count = sizeof steps / sizeof *steps,
    .defaults =
        {
            .type_ab = DTYPE_F32,
            .type_c = DTYPE_F32,
        },
    .experiments = experiments,
    .experiment_count = sizeof experiments / sizeof *experiments,
    .default_size_emulated = 256,
    .default_size_gpu = 4096,
};
