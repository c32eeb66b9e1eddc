// SPDX-License-Identifier: MIT
//
// What each step's prediction depends on: the tile sizes and other constants of its file.
#include "../11_tuned/tuned.h"
#include "predict.h"

#define WGMMA_128 \
    { \
        .bm = 128, .bn = 128, .down = 1 \
    }
#define WGMMA_256 \
    { \
        .bm = 128, .bn = 256, .down = 1 \
    }
#define CLUSTERS \
    { \
        .bm = 128, .bn = 256, .down = 2 \
    }

static const struct hopper_plan tma = {
    .shape = WGMMA_256, .warps = 12, .panels = true, .ring = true, .by_mma = true, .barriers = 1};
static const struct hopper_plan wgmma = {
    .shape = {.bm = 128, .bn = 128, .down = 1, .by_threads = true},
    .warps = 4,
    .barriers_per_k = 2,
};
static const struct hopper_plan wgmma_tma = {
    .shape = WGMMA_128, .warps = 4, .barriers = 1, .barriers_per_k = 1};
static const struct hopper_plan specialized = {
    .shape = WGMMA_128, .warps = 5, .ring = true, .barriers = 1};
static const struct hopper_plan two_consumers = {
    .shape = WGMMA_256, .warps = 12, .loader_first = 1, .ring = true, .barriers = 1};
static const struct hopper_plan persistent = {.shape = WGMMA_256,
                                              .warps = 12,
                                              .loader_first = 1,
                                              .panels = true,
                                              .persistent = true,
                                              .ring = true,
                                              .barriers = 1};
// A barrier of the cluster does not count as one of the block.
static const struct hopper_plan cluster = {.shape = CLUSTERS,
                                           .warps = 12,
                                           .loader_first = 1,
                                           .panels = true,
                                           .persistent = true,
                                           .ring = true};
static const struct hopper_plan epilogue = {.shape = CLUSTERS,
                                            .warps = 12,
                                            .loader_first = 1,
                                            .panels = true,
                                            .persistent = true,
                                            .ring = true,
                                            .c_by_tma = true};

static const struct hopper_plan packed = {
    .shape = {.bm = 128, .bn = 256, .down = 2, .type_c = HOPPER_C_F16},
    .warps = 12,
    .loader_first = 1,
    .panels = true,
    .persistent = true,
    .ring = true,
    .c_by_tma = true};

static const struct hopper_plan tiles = {
    .shape = WGMMA_256, .warps = 8, .panels = true, .barriers = 2, .barriers_per_k = 1};

// 11_tuned's other types: the tile of 10_epilogue.
#define OF_TYPE(ab, c) \
    { \
        .shape = {.bm = 128, \
                  .bn = 256, \
                  .down = 2, \
                  .type = ab, \
                  .type_c = c, \
                  .panel = TUNED_PANEL, \
                  .adds = (c) == HOPPER_C_F32}, \
        .warps = 12, .loader_first = 1, .panels = true, .persistent = true, .ring = true, \
        .c_by_tma = true, .c_by_rows = (c) == HOPPER_C_F32 \
    }
static const struct hopper_plan tf32 = OF_TYPE(WGMMA_OF_TF32, HOPPER_C_F32);
static const struct hopper_plan s8 = OF_TYPE(WGMMA_OF_S8, HOPPER_C_S32);
static const struct hopper_plan e4m3 = OF_TYPE(WGMMA_OF_E4M3, HOPPER_C_F32);
// Tiles of 256 x 128, side by side: registers for two sets of sums.
#define PROMOTED(ab, is_split, has_scales) \
    { \
        .shape = {.bm = 256, \
                  .bn = 128, \
                  .down = 1, \
                  .across = 2, \
                  .panel = TUNED_PANEL, \
                  .adds = true, \
                  .type = ab, \
                  .split = is_split, \
                  .scaled = has_scales}, \
        .warps = 12, .loader_first = 1, .panels = true, .persistent = true, .ring = true, \
        .c_by_tma = true \
    }
static const struct hopper_plan promoted = PROMOTED(WGMMA_OF_E4M3, false, false);
static const struct hopper_plan scaled = PROMOTED(WGMMA_OF_E4M3, false, true);
static const struct hopper_plan three_products = PROMOTED(WGMMA_OF_TF32, true, false);

#define STEP(step, plan) \
    struct counts hopper_predict_##step(const struct gemm_problem *p) \
    { \
        return hopper_predict(p, &plan); \
    } \
    struct owner hopper_owner_##step(const struct gemm_problem *p, int row, int col) \
    { \
        return hopper_owner(p, &plan, row, col); \
    }

STEP(tma, tma)
STEP(wgmma, wgmma)
STEP(wgmma_tma, wgmma_tma)
STEP(specialized, specialized)
STEP(two_consumers, two_consumers)
STEP(persistent, persistent)
STEP(lean_loop, persistent) // the order of instructions is not counted
STEP(cluster, cluster)
STEP(epilogue, epilogue)
STEP(tiles, tiles)
STEP(packed, packed)
STEP(tf32, tf32)
STEP(s8, s8)
STEP(e4m3, e4m3)
STEP(e4m3_promoted, promoted)
STEP(e4m3_scaled, scaled)
STEP(3xtf32, three_products)
