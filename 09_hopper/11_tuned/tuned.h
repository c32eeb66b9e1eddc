// SPDX-License-Identifier: MIT
//
// tuned.h: 11_tuned's kernels, and which of them a problem gets.
#ifndef HOPPER_TUNED_H
#define HOPPER_TUNED_H

#include "../hopper.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Kernels ------------------------------------------------------------------------------------

// A large tile for each block, and two of them in a cluster (tuned_tile.h): for large products.
// X(name, rows and columns of the tile, k-tiles there is room for, blocks of a cluster one below
// the other, and side by side)
#define TUNED_TILES(X) \
    X(128x256, 128, 256, 4, 2, 1) \
    X(256x192, 256, 192, 3, 1, 2) \
    X(128x128, 128, 128, 6, 2, 1) \
    X(128x192, 128, 192, 4, 2, 1) \
    X(128x192_across, 128, 192, 4, 1, 2)

// Of fp8 whose sums are promoted; the same columns.
#define TUNED_PROMOTED_TILES(X) X(256x128, 256, 128, 3, 1, 2)

typedef void tuned_tile_fn(const struct gemm *g);
#define TUNED_DECLARE(name, ...) tuned_tile_fn tuned_##name##_f16, tuned_##name##_bf16;
TUNED_TILES(TUNED_DECLARE)
#undef TUNED_DECLARE

#define TUNED_SIZES(name, bm, bn, stages, down, across) \
    enum { \
        TUNED_BM_##name = bm, \
        TUNED_BN_##name = bn, \
        TUNED_STAGES_##name = stages, \
        TUNED_DOWN_##name = down, \
        TUNED_ACROSS_##name = across, \
    };
TUNED_TILES(TUNED_SIZES)
TUNED_PROMOTED_TILES(TUNED_SIZES)
#undef TUNED_SIZES

// Tiles of 128 x `wide`, each the work of a cluster of 1, 2, 4 or 8 blocks, which share k
// (tuned_split.h). swapped: the 128 rows run along n, for products of few rows.
enum { TUNED_SPLIT_ROWS = 128, TUNED_MOST_BLOCKS = 8, TUNED_MOST_STAGES = 12 };
enum { TUNED_SHARED = 228 << 10 }; // of an SM, for its blocks: each takes 1 KiB more than it asks
typedef void tuned_split_fn(const struct gemm *g, int blocks, bool swapped);
tuned_split_fn tuned_split_16_f16, tuned_split_32_f16, tuned_split_64_f16, tuned_split_128_f16;
tuned_split_fn tuned_split_16_bf16, tuned_split_32_bf16, tuned_split_64_bf16, tuned_split_128_bf16;

struct split_params {
    struct hopper_params g; // tiles and maps of the roles as they are; m, n, C and ldc of C
    int blocks;             // in a cluster
    bool swapped;
    int stages;      // that there is room for
    bool in_vectors; // rows of C are whole float4s
};

// C transposed = B transposed A transposed: A and B change places. C, alpha and beta stay.
struct gemm tuned_swapped(const struct gemm *g);

// ---- Plans --------------------------------------------------------------------------------------

#define TUNED_NUMBER(name, ...) TUNED_##name,
enum tuned_kernel { TUNED_TILES(TUNED_NUMBER) TUNED_SPLIT };
#undef TUNED_NUMBER

// The tile of one that is no TUNED_SPLIT.
struct hopper_shape tuned_shape(enum tuned_kernel kernel);

struct tuned_plan {
    enum tuned_kernel kernel;
    int wide, blocks; // of TUNED_SPLIT
    bool swapped;
};

// How many blocks of clusters of so many run at a time, one on each SM.
int tuned_places(int sms, int blocks);

// For a GPU with so many SMs. m, n, k > 0.
struct tuned_plan hopper_tuned_plan(const struct gemm_problem *p, int sms);

#ifdef __cplusplus
}
#endif
#endif
