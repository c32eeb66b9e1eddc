// SPDX-License-Identifier: MIT
//
// tuned.h: 11_tuned's kernels, and the choice between them.
#ifndef HOPPER_TUNED_H
#define HOPPER_TUNED_H

#include "../parts/few_rows.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Kernels ------------------------------------------------------------------------------------

// Kernels for large products: a large tile for each block, with clusters of one or two blocks
// (tuned_tile.h). X(name, rows and columns of the tile, stages that fit, blocks of a cluster one
// below the other, and side by side, whether the warpgroups take turns, each with its own tile;
// whether C may have 32 bits, 16, or BOTH: a kernel for each)
#define TUNED_TILES(X) \
    X(128x256, 128, 256, 4, 2, 1, false, BOTH) \
    X(256x192, 256, 192, 3, 1, 2, false, IN_32) \
    X(256x160, 256, 160, 4, 1, 2, false, BOTH) \
    X(256x144, 256, 144, 4, 1, 2, false, IN_32) \
    X(128x320_across, 128, 320, 3, 1, 2, false, BOTH) \
    X(128x224, 128, 224, 4, 2, 1, false, BOTH) \
    X(128x192_across, 128, 192, 4, 1, 2, false, IN_32) \
    X(128x176, 128, 176, 5, 2, 1, false, IN_32) \
    X(128x144, 128, 144, 5, 2, 1, false, BOTH) \
    X(128x96_across, 128, 96, 6, 1, 2, false, BOTH) \
    X(128x64, 128, 64, 8, 2, 1, false, BOTH) \
    X(64x128, 64, 128, 8, 2, 1, false, BOTH) \
    X(64x64_across, 64, 64, 12, 1, 2, false, BOTH) \
    X(128x192_turns, 128, 192, 4, 2, 1, true, BOTH) \
    X(128x160_turns, 128, 160, 5, 2, 1, true, BOTH) \
    X(128x128_turns, 128, 128, 6, 2, 1, true, BOTH) \
    X(128x128_turns_across, 128, 128, 6, 1, 2, true, IN_16)

// Height of a panel, in clusters. Of 1 to 16 this was nearly always the fastest: by 0.7% at 4096,
// 5% at 1024.
enum { TUNED_PANEL = 8 };

// For promoted sums; the same columns.
#define TUNED_PROMOTED_TILES(X) X(256x128, 256, 128, 3, 1, 2, false, IN_32)

// Kernels for other types (tuned_tile.h). X(name, tile, type of A and B, of C, what else differs).
// SPLIT: each float32 is two tf32 numbers, big and small (tf32_parts.h). A copy writes the parts of
// a row of A one after the other, and those of B in another order (k_major.h), so that the three
// products of CUTLASS's 3xTF32 are one product with three times the k. wgmma truncates its sums, so
// they are PROMOTED, as those of SCALED are.
#define TUNED_TYPES(X) \
    X(tf32, 128x256, TF32, F32, NOTHING) \
    X(3xtf32, 256x128, TF32, F32, SPLIT) \
    X(s8, 128x256, S8, S32, NOTHING) \
    X(e4m3, 128x256, E4M3, F32, NOTHING) \
    X(e4m3_promoted, 256x128, E4M3, F32, PROMOTED) \
    X(e4m3_scaled, 256x128, E4M3, F32, SCALED)

// tuned_128x256_f16: A and B in f16, C in float32; tuned_128x256_f16_f16: C also in f16.
typedef void tuned_tile_fn(const struct gemm *g);
#define TUNED_DECLARE(name, ...) \
    tuned_tile_fn tuned_##name##_f16, tuned_##name##_bf16, tuned_##name##_f16_f16, \
        tuned_##name##_bf16_bf16;
TUNED_TILES(TUNED_DECLARE)
#undef TUNED_DECLARE

// fn, if the last column of a tile says that it has kernels for such a C; otherwise NULL.
#define TUNED_32_BOTH(fn) fn
#define TUNED_32_IN_32(fn) fn
#define TUNED_32_IN_16(fn) NULL
#define TUNED_16_BOTH(fn) fn
#define TUNED_16_IN_32(fn) NULL
#define TUNED_16_IN_16(fn) fn
#define TUNED_BITS_BOTH 48
#define TUNED_BITS_IN_32 32
#define TUNED_BITS_IN_16 16

// Buffers of each warpgroup for slices of C: two, if the stages leave room for them.
enum { TUNED_MOST_SHARED = 227 << 10 }; // bytes of a block
#define TUNED_BUFFERS(bm, bn, stages) \
    ((stages) * ((bm) + (bn)) * HOPPER_ROW + 2 * TUNED_CONSUMERS(bm) * HOPPER_ATOM * HOPPER_ROW + \
                 (2 << 10) <= \
             TUNED_MOST_SHARED \
         ? 2 \
         : 1)

// Warpgroups that multiply; each multiplies 64 rows at a time.
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

// Tiles of 64 or 128 rows x `wide`, each computed by a cluster of up to 8 blocks, which share k
// (tuned_split.h). swapped: the rows run along n, for products of few rows.
enum { TUNED_MOST_BLOCKS = 8, TUNED_MOST_STAGES = 12 };
enum { TUNED_SHARED = 228 << 10 }; // of an SM; each block takes 1 KiB more than it requests
typedef void tuned_split_fn(const struct gemm *g, enum hopper_type_c type_c, int blocks,
                            bool swapped);
// X(rows, wide)
#define TUNED_SPLITS(X) X(64, 16) X(64, 32) X(64, 64) X(64, 128) X(128, 64) X(128, 128)
#define TUNED_DECLARE(rows, wide) \
    tuned_split_fn tuned_split_##rows##x##wide##_f16, tuned_split_##rows##x##wide##_bf16;
TUNED_SPLITS(TUNED_DECLARE)
#undef TUNED_DECLARE

// The number of blocks with such a tile that one SM can hold.
int tuned_split_held(int rows, int wide);
// The number of stages of that size that fit, if all blocks of that many tiles run at the same time
// and an SM can hold that many blocks.
int tuned_split_stages(int rows, int wide, int blocks, int tiles, int bytes, int sms);

// Rows of C, of `cols` columns each, that a warp adds at a time: a block's share is a multiple of
// them.
static inline HOST_DEVICE int tuned_rows_at_once(int cols) { return cols < 128 ? 128 / cols : 1; }

struct split_params {
    struct hopper_params g; // tiles and maps after swapping; m, n, C and ldc of C itself
    int blocks;             // in a cluster
    int wide;               // columns of the tile that a box has: C may have fewer than the tile
    bool swapped;
    int stages;      // that fit
    bool in_vectors; // rows of C consist of whole vectors of four
};

// C transposed = B transposed A transposed: A and B are exchanged. C, alpha and beta stay.
struct gemm tuned_swapped(const struct gemm *g);

// ---- Plans --------------------------------------------------------------------------------------

#define TUNED_NUMBER(name, ...) TUNED_##name,
enum tuned_kernel { TUNED_TILES(TUNED_NUMBER) TUNED_SPLIT, TUNED_FEW_ROWS };
#undef TUNED_NUMBER

// The tile of a kernel before TUNED_SPLIT.
struct hopper_shape tuned_shape(enum tuned_kernel kernel);
int tuned_buffers(enum tuned_kernel kernel); // of each warpgroup, for slices of C

struct tuned_plan {
    enum tuned_kernel kernel;
    int rows, wide, blocks; // of TUNED_SPLIT
    bool swapped;           // of the last two
};

// The cost of such a kernel on a GPU with that many SMs. m, n, k > 0.
double tuned_tile_cycles(const struct gemm_problem *p, enum hopper_type_c type_c, int sms,
                         enum tuned_kernel kernel);
double tuned_split_cycles(const struct gemm_problem *p, enum hopper_type_c type_c, int sms,
                          const struct tuned_plan *plan);
double tuned_few_rows_cycles(const struct gemm_problem *p, enum hopper_type_c type_c, int sms,
                             bool swapped);
double tuned_cycles(const struct gemm_problem *p, enum hopper_type_c type_c, int sms,
                    const struct tuned_plan *plan); // of any of them
bool tuned_tile_takes(enum tuned_kernel kernel, enum hopper_type_c type_c,
                      const struct gemm_problem *p);

// The kernel with the least cost.
struct tuned_plan hopper_tuned_plan(const struct gemm_problem *p, enum hopper_type_c type_c,
                                    int sms);

// Computes a product by the kernel of a plan: m, n, k > 0, alpha != 0.
void tuned_run_f16(const struct gemm *g, enum hopper_type_c type_c, const struct tuned_plan *plan);
void tuned_run_bf16(const struct gemm *g, enum hopper_type_c type_c, const struct tuned_plan *plan);

#ifdef __cplusplus
}
#endif
#endif
