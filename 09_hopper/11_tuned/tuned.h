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

// A large tile for each block, and two of them in a cluster, or one (tuned_tile.h): for large
// products.
// X(name, rows and columns of the tile, k-tiles there is room for, blocks of a cluster one below
// the other, and side by side, whether warpgroups take turns: each has a tile of its own; whether C
// may have 32 bits, 16, or BOTH: a kernel each)
#define TUNED_TILES(X) \
    X(128x256, 128, 256, 4, 2, 1, false, BOTH) \
    X(256x192, 256, 192, 3, 1, 2, false, IN_32) \
    X(256x160, 256, 160, 4, 1, 2, false, IN_16) \
    X(128x224, 128, 224, 4, 2, 1, false, BOTH) \
    X(128x192_across, 128, 192, 4, 1, 2, false, IN_32) \
    X(128x176, 128, 176, 5, 2, 1, false, IN_32) \
    X(128x160, 128, 160, 5, 2, 1, false, IN_32) \
    X(128x144, 128, 144, 5, 2, 1, false, BOTH) \
    X(128x128, 128, 128, 6, 2, 1, false, IN_32) \
    X(128x96_across, 128, 96, 6, 1, 2, false, BOTH) \
    X(128x64, 128, 64, 8, 2, 1, false, BOTH) \
    X(64x128, 64, 128, 8, 2, 1, false, BOTH) \
    X(64x64_across, 64, 64, 12, 1, 2, false, BOTH) \
    X(128x192_turns, 128, 192, 4, 2, 1, true, BOTH) \
    X(128x160_turns, 128, 160, 5, 2, 1, true, BOTH) \
    X(128x128_turns, 128, 128, 6, 2, 1, true, BOTH) \
    X(128x128_turns_across, 128, 128, 6, 1, 2, true, IN_16)

// Clusters of a panel, one below the other. Of 1 to 16 this was the fastest almost everywhere: 0.7%
// at 4096, 5% at 1024.
enum { TUNED_PANEL = 8 };

// Of fp8 whose sums are promoted; the same columns.
#define TUNED_PROMOTED_TILES(X) X(256x128, 256, 128, 3, 1, 2, false, IN_32)

// tuned_128x256_f16: A and B in f16, C in float32; tuned_128x256_f16_f16: C in f16, too.
typedef void tuned_tile_fn(const struct gemm *g);
#define TUNED_DECLARE(name, ...) \
    tuned_tile_fn tuned_##name##_f16, tuned_##name##_bf16, tuned_##name##_f16_f16, \
        tuned_##name##_bf16_bf16;
TUNED_TILES(TUNED_DECLARE)
#undef TUNED_DECLARE

// fn, where the last column of a tile says that it has kernels for such a C; else NULL.
#define TUNED_32_BOTH(fn) fn
#define TUNED_32_IN_32(fn) fn
#define TUNED_32_IN_16(fn) NULL
#define TUNED_16_BOTH(fn) fn
#define TUNED_16_IN_32(fn) NULL
#define TUNED_16_IN_16(fn) fn
#define TUNED_BITS_BOTH 48
#define TUNED_BITS_IN_32 32
#define TUNED_BITS_IN_16 16

// Buffers for slices of C of each warpgroup: two, where stages leave room for them.
enum { TUNED_MOST_SHARED = 227 << 10 }; // bytes of a block
#define TUNED_BUFFERS(bm, bn, stages) \
    ((stages) * ((bm) + (bn)) * HOPPER_ROW + 2 * TUNED_CONSUMERS(bm) * HOPPER_ATOM * HOPPER_ROW + \
                 (2 << 10) <= \
             TUNED_MOST_SHARED \
         ? 2 \
         : 1)

// Warpgroups that multiply; one multiplies 64 rows at a time.
#define TUNED_CONSUMERS(bm) ((bm) >= 128 ? 2 : 1)

#define TUNED_SIZES(name, bm, bn, stages, down, across, turns, of_c) \
    enum { \
        TUNED_BM_##name = bm, \
        TUNED_BN_##name = bn, \
        TUNED_STAGES_##name = stages, \
        TUNED_DOWN_##name = down, \
        TUNED_ACROSS_##name = across, \
        TUNED_TURNS_##name = turns, \
    };
TUNED_TILES(TUNED_SIZES)
TUNED_PROMOTED_TILES(TUNED_SIZES)
#undef TUNED_SIZES

// Tiles of 64 or 128 rows x `wide`, each the work of a cluster of up to 8 blocks, which share k
// (tuned_split.h). swapped: the rows run along n, for products of few rows.
enum { TUNED_MOST_BLOCKS = 8, TUNED_MOST_STAGES = 12 };
enum { TUNED_SHARED = 228 << 10 }; // of an SM, for its blocks: each takes 1 KiB more than it asks
typedef void tuned_split_fn(const struct gemm *g, enum hopper_type_c type_c, int blocks,
                            bool swapped);
// X(rows, wide)
#define TUNED_SPLITS(X) X(64, 16) X(64, 32) X(64, 64) X(64, 128) X(128, 64) X(128, 128)
#define TUNED_DECLARE(rows, wide) \
    tuned_split_fn tuned_split_##rows##x##wide##_f16, tuned_split_##rows##x##wide##_bf16;
TUNED_SPLITS(TUNED_DECLARE)
#undef TUNED_DECLARE

// How many blocks of such a tile one SM may hold.
int tuned_split_held(int rows, int wide);
// Stages of so many bytes: as many as fit where all blocks of so many tiles run at a time, if an SM
// may hold so many.
int tuned_split_stages(int rows, int wide, int blocks, int tiles, int bytes, int sms);

// Rows of C, of `cols` columns each, that a warp adds up at a time: a block's share is whole ones.
static inline HOST_DEVICE int tuned_rows_at_once(int cols) { return cols < 128 ? 128 / cols : 1; }

struct split_params {
    struct hopper_params g; // tiles and maps of the roles as they are; m, n, C and ldc of C
    int blocks;             // in a cluster
    int wide;               // columns of the tile that are in a box: C may have fewer
    bool swapped;
    int stages;      // that there is room for
    bool in_vectors; // rows of C are whole vectors of four
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
    int rows, wide, blocks; // of TUNED_SPLIT
    bool swapped;
};

// What such a kernel would take, on a GPU with so many SMs. m, n, k > 0.
double tuned_tile_cycles(const struct gemm_problem *p, enum hopper_type_c type_c, int sms,
                         enum tuned_kernel kernel);
double tuned_split_cycles(const struct gemm_problem *p, enum hopper_type_c type_c, int sms,
                          const struct tuned_plan *plan);
bool tuned_tile_takes(enum tuned_kernel kernel, enum hopper_type_c type_c,
                      const struct gemm_problem *p);

// The one that takes least.
struct tuned_plan hopper_tuned_plan(const struct gemm_problem *p, enum hopper_type_c type_c,
                                    int sms);

// A product by the kernel of a plan: m, n, k > 0, alpha != 0.
void tuned_run_f16(const struct gemm *g, enum hopper_type_c type_c, const struct tuned_plan *plan);
void tuned_run_bf16(const struct gemm *g, enum hopper_type_c type_c, const struct tuned_plan *plan);

#ifdef __cplusplus
}
#endif
#endif
