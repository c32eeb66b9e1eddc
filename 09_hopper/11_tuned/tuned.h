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
// Named by the tile; all need what hopper_params() needs.
typedef void tuned_tile_fn(const struct gemm *g);
tuned_tile_fn tuned_128x256_f16, tuned_256x192_f16, tuned_128x128_f16, tuned_128x192_f16;
tuned_tile_fn tuned_128x256_bf16, tuned_256x192_bf16, tuned_128x128_bf16, tuned_128x192_bf16;
tuned_tile_fn tuned_128x192_across_f16, tuned_128x192_across_bf16; // clusters side by side

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

enum tuned_kernel {
    TUNED_128X256,
    TUNED_256X192,
    TUNED_128X128,
    TUNED_128X192,
    TUNED_128X192_ACROSS,
    TUNED_SPLIT
};

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
